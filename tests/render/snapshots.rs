//! Every case in every language, byte for byte. `KINGPOST_BLESS=1` accepts what is drawn.

use std::path::PathBuf;

use super::stage::drafts;

pub fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/render").join(name)
}

fn compare(name: &str, drawn: &[u8], wrong: &mut Vec<String>) {
    let path = place(name);
    if std::fs::read(&path).is_ok_and(|kept| kept == drawn) {
        return;
    }
    if std::env::var_os("KINGPOST_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, drawn).unwrap();
    } else {
        wrong.push(name.to_owned());
    }
}

/// Compares all; names those that differ.
pub fn compare_all(drawn: Vec<(String, Vec<u8>)>) {
    let mut wrong = Vec::new();
    for (name, bytes) in drawn {
        compare(&name, &bytes, &mut wrong);
    }
    assert!(wrong.is_empty(), "differ (KINGPOST_BLESS=1 accepts): {wrong:?}");
}

#[test]
fn every_page_in_every_language() {
    let mut wrong = Vec::new();
    for (name, case, draft) in drafts() {
        compare(&format!("{name}.txt"), format!("{}\n\n{}", draft.subject, draft.text).as_bytes(), &mut wrong);
        if let Some(html) = &draft.html {
            compare(&format!("{name}.html"), html.as_bytes(), &mut wrong);
        }
        for attachment in draft.attachments.iter().filter(|_| draft.language == "en") {
            let ending = attachment.filename.rsplit('.').next().unwrap();
            compare(&format!("{}.{ending}", case.name), &attachment.bytes, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "differ (KINGPOST_BLESS=1 accepts): {wrong:?}");
}
