//! From sources to `web/dist`: program, style sheet and pictures.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    bundle::{self, Bundle},
    dist::{self, Asset, content_hash},
    fault::Fault,
    progress::Steps,
    shell::{root, target_dir},
};

/// The style sheets in the order in which they are joined: later ones may
/// rely on the tokens of the first.
const STYLES: [&str; 6] =
    ["tokens.css", "base.css", "frame.css", "board.css", "table.css", "setup.css"];
/// What only pages without a board of their own use; it follows the other and
/// costs the board's page nothing.
const PAGES_STYLES: [&str; 1] = ["pages.css"];
/// The same for pages of text.
const TEXT_STYLES: [&str; 3] = ["pages.css", "text.css", "record.css"];
/// The same for games without a program.
const PLAIN_STYLES: [&str; 2] = ["pages.css", "plain.css"];
/// What only games of two people use; fetched by the script of the same name.
const BESIDE_STYLES: [&str; 1] = ["beside.css"];
/// The script of faces and signs, fetched when two people are at the table.
const BESIDE: &str = "beside.js";
/// The script of being told of a turn, fetched when that is offered.
const PUSH: &str = "push.js";
/// The parts of the one service worker.
const WORKER: [&str; 2] = ["offline-worker.js", "push-worker.js"];
/// The script of the page for what is not kept.
const OFFLINE: &str = "offline.js";
/// The same for what comes after the first move.
const LATER_STYLES: [&str; 1] = ["later.css"];
/// What a page can do beyond its first move, fetched when it has come to rest:
/// one script of these, the first of which begins.
const LATER: [&str; 4] = ["later.js", "answers.js", "typed.js", "installed.js"];
/// What the program has the browser do; the first part of the starter.
const DEVICE: &str = "device.js";
/// Pictures, copied as they are.
const PICTURES: [&str; 7] = [
    "icon.svg",
    "icon-call.svg",
    "icon-192.png",
    "icon-512.png",
    "icon-maskable.png",
    "card.png",
    "figures.svg",
];
/// What a device keeps, so that the board is there without a network.
const KEPT: [&str; 11] = [
    "app.js",
    "app.wasm",
    "boot.js",
    "plain.js",
    "style.css",
    "pages.css",
    "text.css",
    "later.js",
    "later.css",
    "icon.svg",
    "offline.js",
];
/// How this file makes assets is an input like any other.
const RECIPE: &[&str] = &[
    include_str!("assets.rs"),
    include_str!("baseline.rs"),
    include_str!("bundle.rs"),
    include_str!("compress.rs"),
    include_str!("dist.rs"),
    include_str!("slim.rs"),
    include_str!("../Cargo.toml"),
];

/// The number of steps that [`build`] announces.
pub(crate) const STEPS: usize = 3;

/// Builds `web/dist`, or leaves it alone when nothing changed.
pub(crate) fn build(steps: &mut Steps) -> Result<(), Fault> {
    steps.step("preparing the WebAssembly target", bundle::ensure_target)?;
    let target = target_dir()?;
    let raw = steps.step("compiling the page's program", || bundle::compile(&target))?;
    steps.step("binding, hashing and compressing the web assets", || pack(&raw, &target))
}

fn pack(raw: &Path, target: &Path) -> Result<(), Fault> {
    let web = root().join("web");
    let dist = web.join("dist");
    let style = joined_styles(&web.join("style"), &STYLES)?;
    let pages_style = joined_styles(&web.join("style"), &PAGES_STYLES)?;
    let text_style = joined_styles(&web.join("style"), &TEXT_STYLES)?;
    let plain_style = joined_styles(&web.join("style"), &PLAIN_STYLES)?;
    let beside_style = joined_styles(&web.join("style"), &BESIDE_STYLES)?;
    let later_style = joined_styles(&web.join("style"), &LATER_STYLES)?;
    let scripts = web.join("script");
    let beside = joined_scripts(&scripts, &[BESIDE])?;
    let later = joined_scripts(&scripts, &LATER)?;
    let push = joined_scripts(&scripts, &[PUSH])?;
    let worker = joined_scripts(&scripts, &WORKER)?;
    let offline = joined_scripts(&scripts, &[OFFLINE])?;
    let device = joined_scripts(&scripts, &[DEVICE])?;
    let pictures = pictures(&web.join("assets"))?;
    let wasm = fs::read(raw).map_err(Fault::file(raw))?;
    let inputs = RECIPE.iter().map(|text| text.as_bytes());
    let texts = [
        &style,
        &pages_style,
        &text_style,
        &plain_style,
        &beside_style,
        &later_style,
        &beside,
        &later,
        &device,
        &push,
        &worker,
        &offline,
    ];
    let inputs = inputs.chain([wasm.as_slice()]).chain(texts.map(|text| text.as_bytes()));
    let stamp = content_hash(inputs.chain(pictures.iter().map(|(_, data)| data.as_slice())));
    if dist::is_fresh(&dist, &stamp) {
        eprintln!("    nothing changed");
        return Ok(());
    }
    let bundle = bundle::bind(raw, &target.join("web-bundle"))?;
    let beside = hashed(BESIDE, beside.into_bytes());
    let later_style = hashed("later.css", later_style.into_bytes());
    let later = hashed("later.js", later.replace("later.css", &later_style.file).into_bytes());
    let device = device.replace(BESIDE, &beside.file).replace("later.js", &later.file);
    let mut assets = program(&bundle, &device);
    assets.extend([beside, later, later_style]);
    assets.push(hashed(PUSH, push.into_bytes()));
    assets.push(hashed("style.css", style.into_bytes()));
    assets.push(hashed("pages.css", pages_style.into_bytes()));
    assets.push(hashed("text.css", text_style.into_bytes()));
    assets.push(hashed("plain.css", plain_style.into_bytes()));
    assets.push(hashed("beside.css", beside_style.into_bytes()));
    assets.push(hashed(OFFLINE, offline.into_bytes()));
    assets.extend(pictures.into_iter().map(|(name, data)| hashed(name, data)));
    let worker = worker_of(&worker, &assets);
    assets.push(hashed("sw.js", worker.into_bytes()));
    for size in dist::write(&dist, &stamp, &assets)? {
        let (raw, gzip, brotli) = (size.raw, size.gzip, size.brotli);
        eprintln!("    {:<28} {raw:>8} bytes, gzip {gzip:>7}, brotli {brotli:>7}", size.file);
    }
    Ok(())
}

/// The service worker of this build: it names the files that it keeps, and is
/// another whenever any file is.
fn worker_of(worker: &str, assets: &[Asset]) -> String {
    let version = content_hash(assets.iter().map(|asset| asset.file.as_bytes()));
    let kept = assets.iter().filter(|asset| KEPT.contains(&asset.logical));
    let files: Vec<String> = kept.map(|asset| format!("/pkg/{}", asset.file)).collect();
    worker.replace("%VERSION%", &version).replace("%FILES%", &files.join("','"))
}

/// Script and WebAssembly carry ONE hash: a page never meets halves of two
/// builds.
fn program(bundle: &Bundle, device: &str) -> Vec<Asset> {
    let parts = [bundle.wasm.as_slice(), bundle.js.as_bytes(), device.as_bytes()];
    let hash = content_hash(parts);
    let (script, wasm) = (format!("app-{hash}.js"), format!("app-{hash}_bg.wasm"));
    let boot = boot(&script, device);
    vec![
        Asset {
            logical: "app.js",
            data: bundle.js.replace("app_bg.wasm", &wasm).into_bytes(),
            file: script,
        },
        Asset { logical: "app.wasm", data: bundle.wasm.clone(), file: wasm },
        Asset { logical: "boot.js", file: format!("boot-{hash}.js"), data: boot.into_bytes() },
        Asset { logical: "plain.js", file: format!("plain-{hash}.js"), data: TO_PLAIN.into() },
    ]
}

/// Where a page has a plain twin, goes there; elsewhere the page stays as it
/// is. Browsers that know no modules run this by itself, so it is written as
/// the oldest of them read it.
const TO_PLAIN: &str =
    "(function(){var n=document.querySelector('[data-no-program]');n&&location.replace(n.href)})()";

/// The starter of the page's program. A browser without WebAssembly or with
/// too little of it, a network that loses a file, a program that stumbles at
/// its first step: each brings the plain page, not a board that does not
/// answer. No newer syntax than `import()`, or a browser would not get as far
/// as the `catch`.
fn boot(script: &str, device: &str) -> String {
    // Where a game is about to go on, no other position is shown first.
    format!(
        "{device}\
         try{{if(localStorage['dama.current'])document.documentElement.dataset.resumes=''}}catch(e){{}}\
         import('./{script}').then(m=>m.default().then(()=>{{if(!m.boot())throw'words';\
         addEventListener('keydown',device.later,{{once:1}});setTimeout(device.later,2e3)}}))\
         .catch(e=>{{console.warn(e);{TO_PLAIN}}})\n"
    )
}

fn hashed(logical: &'static str, data: Vec<u8>) -> Asset {
    let hash = content_hash([data.as_slice()]);
    let (stem, kind) = logical.rsplit_once('.').unwrap_or((logical, "bin"));
    Asset { logical, file: format!("{stem}-{hash}.{kind}"), data }
}

/// A script without comments that have lines of their own, and without
/// indentation; brotli does the rest.
pub(crate) fn bare_script(script: &str) -> String {
    let mut inside = false;
    let lines = script.lines().map(str::trim).filter(|line| {
        let is_comment = inside || line.starts_with("//") || line.starts_with("/*");
        if is_comment {
            inside = (inside || line.starts_with("/*")) && !line.ends_with("*/");
        }
        !is_comment && !line.is_empty()
    });
    lines.fold(String::new(), |bare, line| bare + line + "\n")
}

/// One script of all, in this order.
fn joined_scripts(folder: &Path, names: &[&str]) -> Result<String, Fault> {
    names.iter().map(|name| Ok(bare_script(&read(&folder.join(name))?))).collect()
}

/// One style sheet of all, comments and indentation left out.
fn joined_styles(folder: &Path, names: &[&str]) -> Result<String, Fault> {
    let mut joined = String::new();
    for name in names {
        let path = folder.join(name);
        joined.push_str(&minified(&read(&path)?));
    }
    Ok(joined)
}

/// Takes comments, indentation, line ends and needless blanks out of a style
/// sheet. No more than that: brotli does the rest, and the rules stay as written.
fn minified(css: &str) -> String {
    let mut bare = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, tail)| tail);
    }
    bare.push_str(rest);
    let lines = bare.lines().map(str::trim).filter(|line| !line.is_empty());
    // A selector list or a value may go on in the next line: keep one blank.
    let mut out = String::new();
    for line in lines {
        if !(out.is_empty() || out.ends_with(['{', '}', ';', ','])) {
            out.push(' ');
        }
        out.push_str(line);
    }
    // A colon ends a name only in a declaration; in a selector none has a blank
    // behind it.
    out.replace(": ", ":").replace(" {", "{").replace(", ", ",").replace(";}", "}")
}

fn pictures(folder: &Path) -> Result<Vec<(&'static str, Vec<u8>)>, Fault> {
    PICTURES
        .into_iter()
        .map(|name| {
            let path: PathBuf = folder.join(name);
            fs::read(&path).map(|data| (name, data)).map_err(Fault::file(path))
        })
        .collect()
}

fn read(path: &Path) -> Result<String, Fault> {
    fs::read_to_string(path).map_err(Fault::file(path))
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn minifying_keeps_rules_apart_and_drops_comments() {
        let css = "/* note */\n.a,\n.b {\n  margin: 0\n    auto; /* why */\n  color: red;\n}\n\n.c { top: 0 }\n";
        assert_eq!(minified(css), ".a,.b{margin:0 auto;color:red}.c{ top:0 }");
    }

    #[test]
    fn a_bare_script_has_its_code_and_none_of_its_comments() {
        let script = "// why\n/** what\n    it is */\nlet a = 'x // y';\n\n  a += 1; // stays\n/* one */\nb();\n";
        assert_eq!(bare_script(script), "let a = 'x // y';\na += 1; // stays\nb();\n");
    }

    #[test]
    fn script_boot_and_wasm_share_one_hash_and_name_each_other() {
        let bundle = Bundle { js: "new URL('app_bg.wasm')".into(), wasm: vec![0, 97, 115, 109] };
        let assets = program(&bundle, "import('./beside-1.js');\n");
        let file = |logical: &str| {
            let asset = assets.iter().find(|asset| asset.logical == logical);
            asset.map(|asset| {
                (asset.file.clone(), String::from_utf8_lossy(&asset.data).into_owned())
            })
        };
        let (script, script_text) = file("app.js").expect("a script");
        let (wasm, _) = file("app.wasm").expect("a module");
        let (boot, boot_text) = file("boot.js").expect("a starter");
        let (_, plain_text) = file("plain.js").expect("a way out");
        assert!(boot_text.contains(&plain_text));
        assert!(script_text.contains(&wasm) && !script_text.contains("app_bg.wasm"));
        assert!(boot_text.contains(&script) && boot_text.contains("./beside-1.js"));
        let hash = |name: &str| name[name.find('-').map_or(0, |at| at + 1)..][..10].to_owned();
        assert_eq!((hash(&script), hash(&wasm)), (hash(&boot), hash(&boot)));
    }

    #[test]
    fn a_worker_names_what_it_keeps_and_changes_with_every_file() {
        let worker = |style: &str| {
            let assets = ["app.js", "style.css", "card.png"]
                .map(|name| hashed(name, format!("{name}{style}").into_bytes()));
            worker_of("v='%VERSION%';f=['%FILES%']", &assets)
        };
        let one = worker("");
        assert!(one.contains("['/pkg/app-") && one.contains("','/pkg/style-"), "{one}");
        assert!(!one.contains("card-") && !one.contains('%'), "{one}");
        assert_ne!(one, worker("2"));
    }

    #[test]
    fn a_changed_module_changes_the_names_of_the_whole_program() {
        let of = |wasm: &[u8]| {
            program(&Bundle { js: String::new(), wasm: wasm.to_vec() }, "import('./beside-1.js')")
        };
        for (old, new) in of(b"one").iter().zip(of(b"two")) {
            assert_ne!(old.file, new.file);
        }
    }
}
