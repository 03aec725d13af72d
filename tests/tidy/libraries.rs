//! The libraries Kingpost rests on: a licence we may use for each, and a reason for each that `Cargo.toml` names.

use std::fs;

/// Licences a library in the binary may have; an expression passes if one of its alternatives is made of these alone.
const LICENCES: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "MPL-2.0",
    "ISC",
    "Zlib",
    "0BSD",
    "CC0-1.0",
    "MIT-0",
    "Unicode-3.0",
    "BSL-1.0",
    "Unlicense",
    "CDLA-Permissive-2.0",
];

#[test]
fn every_library_has_a_licence_we_may_use() {
    let version = std::process::Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
        .current_dir(super::root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50);
    let mut wrong = Vec::new();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        if !permitted(licence) {
            wrong.push(format!("{}: {licence}", package["name"].as_str().unwrap()));
        }
    }
    assert!(wrong.is_empty(), "licences not on the list:\n{}", wrong.join("\n"));
}

/// True if some alternative of an SPDX expression is made of permitted licences alone.
fn permitted(expression: &str) -> bool {
    let flat = expression.replace('/', " OR ");
    if let Some((left, right)) = split_outside_brackets(&flat, " OR ") {
        return permitted(left) || permitted(right);
    }
    if let Some((left, right)) = split_outside_brackets(&flat, " AND ") {
        return permitted(left) && permitted(right);
    }
    let word = flat.trim();
    match word.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => permitted(inner),
        None => LICENCES.contains(&word),
    }
}

fn split_outside_brackets<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    text.match_indices(word).map(|(at, _)| at).find_map(|at| {
        let open = text[..at].matches('(').count();
        let close = text[..at].matches(')').count();
        (open == close).then(|| (&text[..at], &text[at + word.len()..]))
    })
}

#[test]
fn every_library_we_name_has_its_reason() {
    let manifest = fs::read_to_string(super::root().join("Cargo.toml")).unwrap();
    assert_eq!(without_reason(&manifest), Vec::<&str>::new());
}

/// The libraries of a `Cargo.toml` that stand below no remark.
fn without_reason(manifest: &str) -> Vec<&str> {
    let (mut section, mut before) = ("", "");
    let mut bare = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section.ends_with("dependencies]")
            && !line.is_empty()
            && !line.starts_with('#')
            && !before.starts_with('#')
        {
            bare.push(line);
        }
        before = line;
    }
    bare
}

#[test]
fn the_checks_themselves_can_fail() {
    assert!(!permitted("GPL-3.0-or-later"));
    assert!(!permitted("MIT AND GPL-2.0"));
    assert!(permitted("GPL-2.0 OR (MIT AND BSD-3-Clause)"));
    assert_eq!(
        without_reason("[dependencies]\n# Dates.\nchrono = \"1\"\nanyhow = \"1\"\n[lib]\nname = \"a\"\n"),
        ["anyhow = \"1\""]
    );
}
