//! The help page's examples, in every game and language, read by our own reader.

use kingpost::game::{Notice, Page, PlayerId};
use kingpost::interpret::{Ask, Context, Deed, Deeds, Reader};
use kingpost::language::Languages;
use kingpost::rules::{History, Position, variants};

use super::readback::letter;
use super::stage::{Case, pages, position};

/// What stands in front of each line of the page, and the moves in its second paragraph.
fn examples(html: &str) -> (Vec<String>, Vec<String>) {
    let labels = html.split("<th class=\"t g st\" scope=\"row\"").skip(1);
    let label = |rest: &str| rest.split_once('>').unwrap().1.split("</th>").next().unwrap().replace("&#x27;", "'");
    let spelled = html.split("<b>").nth(1).unwrap().split("</b>").next().unwrap();
    (labels.map(label).collect(), spelled.split('/').map(str::to_owned).collect())
}

#[test]
fn examples_are_moves_of_the_game_at_hand() {
    let reader = Reader::new(&Languages::built_in().unwrap()).unwrap();
    let pages = pages();
    for variant in variants::ALL {
        let case = Case::named("your_move").with("variant", variant.key).with("moves", "").with("picture", "off");
        for language in ["en", "ja"] {
            let notice = Notice { to: PlayerId(1), about: None, seq: 1, page: Page::Help, message: None };
            let draft = case.draft_of(&pages, language, vec![notice]);
            let (lines, spellings) = examples(draft.html.as_deref().unwrap());
            let start = position(&case.scene().unwrap());
            let history = History::new(start.clone());
            let context = Context { language, history: Some(&history), variant, numbers: false };
            let at = format!("{} in {language}", variant.key);
            for text in &spellings {
                assert!(reader.read_move(text, &context).is_some(), "{at}: {text} is no move: {spellings:?}");
            }
            let castles = spellings.iter().any(|text| text == "O-O") || draft.text.contains("O-O/O-O-O");
            assert_eq!(castles, start_castles(&start), "{at}: {}", draft.text);
            let first = reader.read_move(&lines[0], &context).and_then(|written| start.find(&written).ok());
            assert!(first.is_some(), "{at}: {} cannot be played first", lines[0]);
            let read = |text: &str| reader.read(&letter(text, ""), &context);
            let plan = read(lines.iter().find(|line| is_plan(line)).unwrap());
            assert!(!plan.plan.is_empty(), "{at}: {lines:?}");
            let scope = lines.iter().find(|line| line.starts_with("scope ") || line.starts_with("利き ")).unwrap();
            assert!(matches!(read(scope).asks.as_slice(), [Ask::Scope(_)]), "{at}: {scope}");
            let new = lines.iter().find(|line| line.starts_with("new ") || line.starts_with("新しい対局 ")).unwrap();
            let Deeds::One(Deed::Errand(invites)) = read(new).deeds else { panic!("{at}: {new}") };
            assert!(format!("{invites:?}").contains(variant.key), "{at}: {new}: {invites:?}");
        }
    }
}

fn is_plan(line: &str) -> bool {
    line.starts_with("if ") || line.starts_with("もし")
}

fn start_castles(start: &Position) -> bool {
    use kingpost::rules::{Side, Wing};
    Side::BOTH.into_iter().any(|side| [Wing::King, Wing::Queen].iter().any(|wing| start.may_castle(side, *wing)))
}
