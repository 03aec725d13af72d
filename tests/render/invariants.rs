//! What must hold for every mail, whatever it says.

use kingpost::club::bulk;
use kingpost::interpret::Reader;
use kingpost::language::Languages;
use kingpost::rules::notation::{japanese, san, shogi, uci, usi, western};
use kingpost::rules::{MovePattern, Position, variants};
use unicode_width::UnicodeWidthStr;

use super::readback::{in_japanese, is_command};
use super::stage::{Case, TOKEN, drafts, pages, position};

/// The values of an attribute, entities undone.
pub fn attributes<'h>(html: &'h str, name: &str) -> Vec<String> {
    let start = format!(" {name}=\"");
    html.split(&start as &str).skip(1).map(|rest: &'h str| unescaped(rest.split('"').next().unwrap())).collect()
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&")
}

/// Percent signs undone.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        if *first == b'%' {
            bytes.push(u8::from_str_radix(std::str::from_utf8(&behind[..2]).unwrap(), 16).unwrap());
            rest = &behind[2..];
        } else {
            bytes.push(*first);
            rest = behind;
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// The readings of a bare move by the notations of its game, one after the other.
fn readings(position: &Position, text: &str) -> Vec<MovePattern> {
    let variant = position.variant();
    if !shogi::applies(variant) {
        return san::read(variant, text).or_else(|| uci::read(variant, text)).into_iter().collect();
    }
    let whole = japanese::read(variant, None, text).unwrap_or_default();
    whole.into_iter().chain(western::read(variant, text)).chain(usi::read(variant, text)).collect()
}

/// True if `text` alone is a legal move.
fn plays(position: &Position, text: &str) -> bool {
    readings(position, text).iter().any(|pattern| position.find_pattern(pattern).is_ok())
}

#[test]
fn nothing_is_fetched_and_nothing_runs() {
    for (name, case, draft) in drafts() {
        let Some(html) = draft.html else { continue };
        for word in ["data:", "<script", "<svg", "<form", "<link", "@import", "url(", "javascript:", "<iframe"] {
            assert!(!html.contains(word), "{name} has {word}");
        }
        if case.name != "hostile" {
            assert!(!html.contains("http") && !html.contains("//"), "{name} names a place on the web");
        }
        assert!(attributes(&html, "href").iter().all(|href| href.starts_with("mailto:")), "{name}");
        let sources = attributes(&html, "src");
        let parts: Vec<String> = draft.images.iter().map(|image| format!("cid:{}", image.cid)).collect();
        assert_eq!(sources, parts, "{name}: every picture has its part and every part is shown");
        // A game that is over is shown a second time, moving.
        let over = case.get("pages") == Some("game_over") || case.get("pages") == Some("replay");
        let games = case.bundled().len().max(1);
        // The rules of a game show each kind of piece.
        let pieces = if case.get("pages") == Some("rules") { 14 } else { 0 };
        assert!(sources.len() <= games + usize::from(over) + pieces, "{name}");
        assert_eq!(html.matches("<img").count(), sources.len(), "{name}");
        let alts = attributes(&html, "alt");
        assert!(alts.len() == sources.len() && alts.iter().all(|alt| alt.len() > 10), "{name}: {alts:?}");
    }
}

#[test]
fn links_write_one_line_that_is_a_move_or_a_command_in_the_readers_language() {
    let reader = Reader::new(&Languages::built_in().unwrap()).unwrap();
    let mut played = 0;
    for (name, case, draft) in drafts() {
        let Some(html) = draft.html else { continue };
        let bundled = case.bundled().into_iter().map(|(_, scene, _)| scene);
        let positions: Vec<Position> = case.scene().into_iter().chain(bundled).map(|scene| position(&scene)).collect();
        for href in attributes(&html, "href") {
            assert!(!href.contains([' ', '+', '#', '[', ']', '<', '\n', '\r']), "{name}: {href}");
            assert_eq!(href.matches('?').count(), 1, "{name}: {href}");
            let (address, rest) = href.strip_prefix("mailto:").unwrap().split_once("?subject=").unwrap();
            assert!(
                ["play@chess.example.org", &format!("play+{TOKEN}@chess.example.org")].contains(&&*decoded(address))
            );
            let (subject, body) = rest.split_once("&body=").unwrap();
            assert!(!decoded(subject).is_empty());
            let body = decoded(body);
            assert!(!body.is_empty() && body.lines().count() == 1 && !body.contains('\r'), "{name}: {body:?}");
            if positions.iter().any(|position| plays(position, &body)) {
                played += 1;
            } else {
                let asked = is_command(&reader, &draft.language, case.variant(), &body);
                assert!(asked, "{name}: {body} is no move and no command");
                let ours = draft.language == "ja";
                assert!(!ours || in_japanese(&body), "{name}: {body} is not in Japanese");
            }
        }
    }
    assert!(played > 1000, "only {played} links were looked at");
}

/// Labels of the list of moves in HTML, row by row.
fn listed_in_html(html: &str) -> Vec<String> {
    let rows = html.split("<td class=\"g sv\"").skip(1).map(|row| row.split("</td>").next().unwrap());
    let rows = rows.filter(|row| !row.contains("<span"));
    let labels = |row: &str| -> Vec<String> {
        row.split("</a>").filter_map(|link| Some(unescaped(link.rsplit_once("\">")?.1))).collect()
    };
    rows.flat_map(labels).collect()
}

/// The same in text: the indented lines under the heading that counts the moves.
fn listed_in_text(text: &str, count: usize) -> Vec<String> {
    let headings = [format!("YOUR MOVES ({count})"), format!("■ 指せる手（{count}）")];
    let lines = text.lines().skip_while(|line| !headings.iter().any(|heading| heading == line)).skip(1);
    // A row goes on in lines that hang; one that is a sentence, quoting a move, lists none.
    let rows = lines
        .take_while(|line| line.starts_with("  "))
        .fold(String::new(), |rows, line| rows + if line.starts_with("    ") { " " } else { "\n" } + line.trim());
    let rows = rows.lines().filter(|row| !row.contains(['“', '「']));
    rows.flat_map(|row| row.rsplit(": ").next().unwrap().split_whitespace()).map(str::to_owned).collect()
}

#[test]
fn text_and_html_name_the_same_moves_in_the_same_order() {
    let mut lists = 0;
    for (name, case, draft) in drafts() {
        let Some(scene) = case.scene() else { continue };
        let listed = listed_in_html(&draft.html.unwrap_or_default());
        if listed.is_empty() {
            continue;
        }
        let count = scene.view.moves().len();
        if case.get("folds").is_none() {
            assert_eq!(listed.len(), count, "{name}");
        }
        assert_eq!(listed, listed_in_text(&draft.text, count), "{name}");
        lists += 1;
    }
    assert!(lists > 20);
}

#[test]
fn lines_fit_and_mean_nothing_to_mail_stores() {
    for (name, _, draft) in drafts() {
        assert!(draft.text.ends_with('\n') && !draft.text.ends_with("\n\n"), "{name}");
        assert!(!draft.text.contains("\n\n\n") && !draft.text.contains('\u{a0}'), "{name}");
        for line in draft.text.lines() {
            assert!(line.width() <= 72, "{name}: {line}");
            assert!(!line.ends_with([' ', '\t', '\r']), "{name}: {line:?}");
            assert!(!line.starts_with("From ") && !line.starts_with('.'), "{name}: {line}");
            assert!(!line.starts_with('>') || line.starts_with("> ") || line == ">", "{name}: {line}");
        }
    }
}

/// A mail that quotes ours without marks must not play a move (`docs/threats.md`, quoted-command).
#[test]
fn no_line_is_a_bare_move_or_command() {
    let words = ["draw", "resign", "accept", "decline", "accept draw", "decline draw", "help", "games", "board", "yes"];
    for (name, case, draft) in drafts() {
        let position = case.scene().map(|scene| position(&scene));
        for line in draft.text.lines().chain([draft.subject.as_str()]) {
            let bare = line.trim().trim_matches(['“', '”', '「', '」', '.', '。', ',', '"', '?']);
            assert!(!words.contains(&bare.to_lowercase().as_str()), "{name}: {line}");
            assert!(!position.as_ref().is_some_and(|at| plays(at, bare)), "{name}: {line}");
        }
    }
}

#[test]
fn strangers_words_stay_words() {
    let pages = pages();
    for language in ["en", "ja"] {
        let draft = Case::named("hostile").draft(&pages, language);
        let Some(html) = draft.html else { continue };
        assert!(!html.contains("<b>\"Ben") && !html.contains("<i>") && !html.contains("alert(\""), "{language}");
        assert!(html.contains("&lt;script&gt;") && html.contains("{{ reader }}"), "{language}");
        for text in [&html, &draft.text, &draft.subject] {
            assert!(!text.contains('\u{202e}') && !text.contains('\r') && !text.contains("49"), "{language}");
        }
        assert!(draft.text.contains("> <script>alert(\"x\")</script> & {{ reader }} {% for %}gnp.exe"), "{language}");
        assert_eq!(draft.subject.lines().count(), 1);
        let record = String::from_utf8(draft.attachments[0].bytes.clone()).unwrap();
        assert!(record.lines().filter(|line| line.starts_with('[')).all(|line| line.ends_with("\"]")), "{record}");
    }
}

#[test]
fn sizes_keep_within_their_budgets() {
    for (name, case, draft) in drafts() {
        let Some(html) = draft.html else { continue };
        assert!(html.len() <= 60_000, "{name}: {} bytes", html.len());
        assert!(html.matches("<a ").count() <= 250, "{name}");
        for image in &draft.images {
            let most = if image.mime == "image/gif" { 300_000 } else { 40_000 };
            assert!(image.bytes.len() <= most, "{name}: {} bytes", image.bytes.len());
        }
        assert!(draft.subject.chars().count() <= 80, "{name}: {}", draft.subject);
        if case.name == "confirm_address" {
            // In base64 both parts take a third more; headers take about a kilobyte.
            assert!((html.len() + draft.text.len()) * 4 / 3 <= 3_000, "{name}: {}", html.len() + draft.text.len());
            assert!(draft.images.is_empty() && draft.attachments.is_empty());
        }
    }
}

/// As many games as one digest joins, with more or fewer words in each.
#[test]
fn a_full_digest_keeps_within_its_budget() {
    let pages = pages();
    let words = ["", "Hm.", &"Well played, and good luck with the next one! ".repeat(40), &"<\"&>\n".repeat(60)];
    for section in ["your_move_draw", "shogi_your_move_second", "your_move", "shogi_your_move"] {
        for says in words {
            let full = Case::named("digest").with("says", says).with("sections", &[section; 12].join(" "));
            let bulks = full
                .bundled()
                .into_iter()
                .map(|(notices, ..)| bulk::GAME + notices.iter().map(bulk::of_notice).sum::<usize>());
            let room = bulks
                .scan(0, |taken, bulk| {
                    *taken += bulk;
                    Some(*taken)
                })
                .filter(|taken| *taken <= 40_000);
            let most = room.count();
            for (games, language) in
                (1..=most).zip(["en", "ja"].into_iter().cycle()).chain([(most, "en"), (most, "ja")])
            {
                let some = full.clone().with("sections", &vec![section; games].join(" "));
                let html = some.draft(&pages, language).html.unwrap();
                assert!(html.len() <= 60_000, "{games} {section} {language} {says:.9}: {} bytes", html.len());
            }
        }
    }
}

#[test]
fn nobody_learns_an_address() {
    for (name, case, draft) in drafts() {
        let all = [draft.subject, draft.text, draft.html.unwrap_or_default()].concat();
        assert!(!all.contains("anna.secret"), "{name}");
        // What is kept of its reader holds their own.
        let own = case.get("pages") == Some("export");
        let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("anna.secret");
        assert_eq!(draft.attachments.iter().any(|file| told(&file.bytes)), own, "{name}");
        let visible = all.split("href=\"").map(|part| part.split_once('"').map_or(part, |(_, rest)| rest));
        assert!(!visible.collect::<String>().contains(TOKEN), "{name}: the token is to be read");
        if case.get("game") != Some("no") && case.get("stage") == Some("offered") {
            assert!(draft.attachments.is_empty(), "{name}");
        }
    }
}

#[test]
fn a_games_subject_never_changes() {
    let pages = pages();
    for language in ["en", "ja"] {
        let subject = |name: &str| Case::named(name).draft(&pages, language).subject;
        let first = subject("game_started");
        for name in [
            "your_move",
            "move_taken",
            "refused_illegal",
            "draw_offered",
            "game_over_mate",
            "message_sent",
            "board_earlier",
        ] {
            assert_eq!(subject(name), first, "{name}.{language}");
        }
    }
}

/// What a list of mails shows beside the subject.
fn preheader(html: &str) -> String {
    let hidden = html.split_once("color:#f3f0e9\">").unwrap().1;
    hidden.split("&#8199;").next().unwrap().trim().replace("&#x27;", "'").replace("&quot;", "\"")
}

/// In a list of mails the line beside the subject is news: it is no instruction, and says nothing that the subject says.
#[test]
fn a_list_of_mails_shows_what_happened() {
    let instructions = ["To ", "Reply", "Write", "Tap", "返信", "指し手は"];
    for (name, case, draft) in drafts() {
        let Some(html) = draft.html else { continue };
        // The two small pages have no room for it.
        if ["confirm_address", "introduction"].contains(&case.get("pages").unwrap_or_default()) {
            continue;
        }
        let shown = preheader(&html);
        assert!(shown.chars().count() >= 6, "{name}: {shown:?}");
        assert!(!instructions.iter().any(|word| shown.starts_with(word)), "{name}: {shown}");
        let subject = draft.subject.split(" [").next().unwrap().to_lowercase();
        assert!(!shown.to_lowercase().starts_with(&subject), "{name}: {subject} / {shown}");
    }
}

#[test]
fn the_line_beside_the_subject_tells_move_and_time() {
    let pages = pages();
    let shown = |name: &str, language: &str| preheader(&Case::named(name).draft(&pages, language).html.unwrap());
    let moved = shown("your_move", "en").replace('\u{a0}', " ");
    assert!(moved.starts_with("Ben played 5... Bc5. You have ") && moved.contains(", until "), "{moved}");
    assert!(shown("your_move", "ja").contains("まで）"), "{}", shown("your_move", "ja"));
    assert!(shown("message", "en").starts_with("Ben: “Hello Anna,"), "{}", shown("message", "en"));
    for language in ["en", "ja"] {
        assert_ne!(shown("draw_declined", language), shown("takeback_declined", language));
    }
}

/// What a refusal suggests can be sent back as it stands.
#[test]
fn suggestions_name_their_piece() {
    let pages = pages();
    let case = Case::named("shogi_refused_meant");
    let at = position(&case.scene().unwrap());
    for (language, before, after) in [("en", "Did you mean ", "?"), ("ja", "次の手のことでしょうか（", "）")]
    {
        let text = case.draft(&pages, language).text.replace('\n', " ");
        let suggested = text.split_once(before).unwrap().1.split_once(after).unwrap().0;
        assert!(suggested.split_whitespace().count() > 2, "{suggested}");
        for mv in suggested.split_whitespace() {
            assert!(plays(&at, mv), "{language}: {mv}");
        }
    }
}

/// Pages about the service have a subject of their own even where they were asked for within a game.
#[test]
fn pages_of_the_service_stand_outside_the_game() {
    let pages = pages();
    for language in ["en", "ja"] {
        let subject = |name: &str| Case::named(name).draft(&pages, language).subject;
        assert_eq!(subject("settings_in_game"), subject("settings"));
        assert_eq!(subject("help_in_game"), subject("help"));
        assert_eq!(subject("shogi_stats"), subject("stats"));
        assert!(subject("your_move").ends_with("[kp-7f3k9]"), "{}", subject("your_move"));
        assert_ne!(subject("invitation"), subject("game_started"));
    }
}

/// A reader of a language we only read gets English pages, and links that need no letters of men.
#[test]
fn links_for_other_languages_name_squares() {
    let draft = Case::named("your_move").draft(&pages(), "de");
    assert_eq!(draft.language, "en");
    let html = draft.html.unwrap();
    assert!(html.contains("body=f3e5\"") && html.contains(">Nxe5<") && !html.contains("body=Nxe5"));
}

/// All languages have the same words and the same pages.
#[test]
fn languages_are_equals() {
    let languages = Languages::built_in().unwrap();
    languages.complete().unwrap();
    let mut words = Vec::new();
    for language in languages.written() {
        let mut found = Vec::new();
        for section in [
            "subject", "variants", "rules", "results", "sides", "men", "position", "actions", "draws", "ended",
            "claims", "refusal", "why",
        ] {
            leaves(&language.words[section], section, &mut found);
        }
        // What shogi says otherwise is each language's own affair, but its men have names in all.
        found.retain(|path| !path.contains(".shogi.") || path.starts_with("men.") || path.starts_with("variants."));
        words.push((language.code.clone(), found));
    }
    for (code, found) in &words[1..] {
        assert_eq!(found, &words[0].1, "{code} against {}", words[0].0);
    }
}

/// Every game that is played has a name, and every man of it.
#[test]
fn every_game_and_man_has_a_name() {
    for language in Languages::built_in().unwrap().written() {
        for variant in variants::ALL {
            assert!(language.words["variants"].get(variant.key).is_some(), "{}: {}", language.code, variant.key);
            for role in variant.roles {
                let men = &language.words["men"];
                let own = if shogi::applies(variant) { men.get("shogi") } else { Some(men) };
                assert!(own.unwrap().get(role.key).is_some(), "{}: {}", language.code, role.key);
            }
        }
    }
}

/// Names of all words.
fn leaves(value: &toml::Value, path: &str, found: &mut Vec<String>) {
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(key, value)| leaves(value, &format!("{path}.{key}"), found))
        }
        toml::Value::String(_) => found.push(path.to_owned()),
        _ => {}
    }
}
