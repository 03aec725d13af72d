/*!
Bytes to text, by labels as mail programs use them rather than as their registrations read: Japanese programs write
NEC and IBM rows under `iso-2022-jp`, everybody writes windows-1252 under `iso-8859-1`, and a label may simply be wrong.
*/

mod jis;
mod utf7;

use encoding_rs::{Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Decodes `bytes`. Bytes that contradict the label but are valid UTF-8 are UTF-8; without a label, UTF-8 if valid, else
/// windows-1252; escapes of ISO-2022-JP count where the label says nothing. What cannot be decoded becomes U+FFFD; of an
/// unknown charset the ASCII part is kept.
pub(super) fn decode(bytes: &[u8], label: Option<&str>) -> String {
    let label = label.map(normalised).unwrap_or_default();
    match label.as_str() {
        "" | "us-ascii" | "ascii" | "unknown-8bit" | "x-unknown" | "default" | "binary" | "8bit" => unlabelled(bytes),
        "utf-7" | "unicode-1-1-utf-7" | "x-unicode-2-0-utf-7" | "utf7" => utf7::decode(bytes),
        "utf-16" | "utf16" | "unicode" | "ucs-2" => utf16(bytes),
        _ if is_iso_2022_jp(&label) => iso_2022_jp(bytes),
        _ => match encoding(&label) {
            Some(encoding) => labelled(bytes, encoding),
            None if std::str::from_utf8(bytes).is_ok() => unlabelled(bytes),
            None => bytes.iter().map(|&b| if b.is_ascii() { char::from(b) } else { '\u{FFFD}' }).collect(),
        },
    }
}

/// Labels are written with quotes, blanks and underscores; RFC 2231 puts a language behind, RFC 2231 5 likewise `*en`.
fn normalised(label: &str) -> String {
    let bare = label.split('*').next().unwrap_or_default();
    bare.trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'').to_ascii_lowercase()
}

fn is_iso_2022_jp(label: &str) -> bool {
    label.starts_with("iso-2022-jp") || matches!(label, "cp50220" | "cp50221" | "cp50222" | "csiso2022jp" | "jis")
}

fn encoding(label: &str) -> Option<&'static Encoding> {
    match label {
        // All three grew into one another; the newest reads the older ones.
        "gb2312" | "gb_2312-80" | "gbk" | "cp936" | "x-gbk" | "gb18030" | "euc-cn" | "hz" => Some(GB18030),
        "cp932" | "ms932" | "sjis" | "x-ms-cp932" | "ms_kanji" => Encoding::for_label(b"shift_jis"),
        "cp949" | "ms949" | "uhc" | "ks_c_5601" | "ksc5601" => Encoding::for_label(b"euc-kr"),
        "cp950" | "big5-eten" => Encoding::for_label(b"big5"),
        "utf8" | "utf-8mb4" => Some(UTF_8),
        // The standard decodes `replacement` to nothing at all; the ASCII part is more.
        _ => Encoding::for_label(label.as_bytes()).filter(|e| e.name() != "replacement"),
    }
}

fn labelled(bytes: &[u8], encoding: &'static Encoding) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let (text, wrong) = encoding.decode_without_bom_handling(bytes);
    // In a single-byte charset every byte means something, so nothing is ever "wrong"; yet text in one of them is valid
    // UTF-8 by accident only if it has no letters beyond ASCII.
    if (wrong || encoding.is_single_byte())
        && encoding != UTF_8
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return text.to_owned();
    }
    text.into_owned()
}

fn unlabelled(bytes: &[u8]) -> String {
    if bytes.is_ascii() && jis::has_escapes(bytes) {
        return jis::decode(bytes);
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return utf16(bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{FEFF}').unwrap_or(text).to_owned(),
        Err(_) if jis::has_escapes(bytes) => jis::decode(bytes),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

fn iso_2022_jp(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !bytes.is_ascii() => text.to_owned(),
        _ => jis::decode(bytes),
    }
}

/// With a byte order mark by it, without by where the zero bytes of ASCII letters stand (RFC 2781 4.3 says big endian;
/// programs on Windows write little endian all the same).
fn utf16(bytes: &[u8]) -> String {
    let (little, body) = match bytes {
        [0xFF, 0xFE, body @ ..] => (true, body),
        [0xFE, 0xFF, body @ ..] => (false, body),
        _ => {
            let zeros = |from: usize| bytes.iter().skip(from).step_by(2).filter(|&&b| b == 0).count();
            (zeros(1) > zeros(0), bytes)
        }
    };
    let encoding = if little { UTF_16LE } else { UTF_16BE };
    encoding.decode_without_bom_handling(body).0.into_owned()
}
