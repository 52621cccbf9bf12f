//! What `dama serve` tells a supervisor.
#![cfg(target_os = "linux")]

use std::{
    os::unix::net::UnixDatagram,
    process::{Command, Stdio},
    time::Duration,
};

#[test]
fn a_supervisor_hears_ready_then_signs_of_life_then_stopping() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).expect("a socket");
    socket.set_read_timeout(Some(Duration::from_secs(30))).expect("a time");
    let hear = || {
        let mut word = [0; 256];
        let length = socket.recv(&mut word).expect("a word in time");
        String::from_utf8_lossy(&word[..length]).trim().to_owned()
    };
    let mut server = Command::new(env!("CARGO_BIN_EXE_dama"))
        .args(["serve", "--listen", "127.0.0.1:0", "--tables", "off"])
        .current_dir(folder.path())
        .env("NOTIFY_SOCKET", &path)
        .env("WATCHDOG_USEC", "300000")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("dama runs");
    assert_eq!(hear(), "READY=1");
    for _ in 0..3 {
        assert_eq!(hear(), "WATCHDOG=1");
    }
    let pid = rustix::process::Pid::from_child(&server);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("sent");
    let mut word = hear();
    while word == "WATCHDOG=1" {
        word = hear();
    }
    assert_eq!(word, "STOPPING=1");
    assert!(server.wait().expect("a status").success());
}
