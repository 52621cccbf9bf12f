//! Has the crate built again when a migration is added: the compiler does not
//! watch folders that a macro reads.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations/postgres");
    println!("cargo::rerun-if-changed=../../migrations/sqlite");
}
