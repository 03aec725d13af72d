/*!
PGP armour in plain text (RFC 9580 6, 7): clear-signed text is unwrapped, an encrypted block is taken out.
*/

/// The text without armour, and whether an encrypted block was in it.
pub(super) fn strip(text: String) -> (String, bool) {
    if !text.contains("-----BEGIN PGP ") {
        return (text, false);
    }
    #[derive(PartialEq)]
    enum At {
        Outside,
        Headers,
        Signed,
        Block,
    }
    let mut at = At::Outside;
    let mut encrypted = false;
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        match line.trim_end() {
            "-----BEGIN PGP SIGNED MESSAGE-----" if at == At::Outside => at = At::Headers,
            // The blank line behind `Hash: …` begins the signed text.
            "" if at == At::Headers => at = At::Signed,
            _ if at == At::Headers => {}
            "-----BEGIN PGP MESSAGE-----" if at == At::Outside => (at, encrypted) = (At::Block, true),
            "-----BEGIN PGP SIGNATURE-----" if at == At::Signed => at = At::Block,
            end if at == At::Block => {
                if end.starts_with("-----END PGP ") {
                    at = At::Outside;
                }
            }
            _ => {
                // RFC 9580 7.2: a line that began with a dash has `- ` in front.
                let line = if at == At::Signed { line.strip_prefix("- ").unwrap_or(line) } else { line };
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    (out, encrypted)
}
