//! Builds again when a template or a letter of the gallery comes or goes: `include_dir!` sees changed files by itself, new ones it does not.

fn main() {
    println!("cargo:rerun-if-changed=templates");
    println!("cargo:rerun-if-changed=src/cli/gallery/letters");
    println!("cargo:rerun-if-changed=build.rs");
}
