/*!
The form of a plan, line by line: `[[[theirs, mine], …], …]`, and `null` for any other move of theirs; and of what is
wrong with one, or with a game that another should begin from.
*/

use super::parts::{read_move, write_move};
use super::refusal::{read_why, write_why};
use super::{Form, Garbled, short};
use crate::game::{Answer, Plan, PlanFault, RecordFault, When};
use serde_json::{Value, json};

pub(super) fn write_plan(plan: &Plan) -> Value {
    let answer = |answer: &Answer| match answer.when {
        When::Move(theirs) => json!([write_move(&theirs), write_move(&answer.mv)]),
        When::Other => json!([null, write_move(&answer.mv)]),
    };
    plan.lines().iter().map(|line| line.iter().map(answer).collect::<Value>()).collect()
}

pub(super) fn read_plan(form: &Form, key: &str) -> Result<Plan, Garbled> {
    let lines = form.list(key, read_line)?;
    Plan::of(&lines).ok_or_else(|| Garbled("the lines of a plan contradict each other".to_owned()))
}

fn read_line(value: &Value) -> Result<Vec<Answer>, Garbled> {
    let line = value.as_array().ok_or_else(|| Garbled(format!("a line of a plan is awaited, not {}", short(value))))?;
    line.iter().map(read_answer).collect()
}

fn read_answer(value: &Value) -> Result<Answer, Garbled> {
    match value.as_array().map(Vec::as_slice) {
        Some([Value::Null, mine]) => Ok(Answer { when: When::Other, mv: read_move(mine)? }),
        Some([theirs, mine]) => Ok(Answer { when: When::Move(read_move(theirs)?), mv: read_move(mine)? }),
        _ => Err(Garbled(format!("a move and its answer are awaited, not {}", short(value)))),
    }
}

pub(super) fn write_fault(fault: &PlanFault) -> Value {
    match fault {
        PlanFault::Illegal { text, why } => json!({ "is": "illegal", "text": text, "because": write_why(why) }),
        PlanFault::Ambiguous { text } => json!({ "is": "ambiguous", "text": text }),
        PlanFault::Promotion { text } => json!({ "is": "promotion", "text": text }),
        PlanFault::WrongNumber { text } => json!({ "is": "wrong_number", "text": text }),
        PlanFault::Unread => json!({ "is": "unread" }),
        PlanFault::Unanswered => json!({ "is": "unanswered" }),
        PlanFault::TwoAnswers => json!({ "is": "two_answers" }),
        PlanFault::BeyondOther => json!({ "is": "beyond_other" }),
        PlanFault::TooLong => json!({ "is": "too_long" }),
    }
}

pub(super) fn write_record_fault(fault: &RecordFault) -> Value {
    match fault {
        RecordFault::Unreadable => json!({ "is": "unreadable" }),
        RecordFault::Several => json!({ "is": "several" }),
        RecordFault::OtherGame { text } => json!({ "is": "other_game", "text": text }),
        RecordFault::Start => json!({ "is": "start" }),
        RecordFault::Move { ply, text } => json!({ "is": "move", "ply": ply, "text": text }),
        RecordFault::Over => json!({ "is": "over" }),
    }
}

pub(super) fn read_record_fault(value: &Value) -> Result<RecordFault, Garbled> {
    let form = Form::of(value)?;
    Ok(match form.str("is")? {
        "unreadable" => RecordFault::Unreadable,
        "several" => RecordFault::Several,
        "other_game" => RecordFault::OtherGame { text: form.text("text")? },
        "start" => RecordFault::Start,
        "move" => RecordFault::Move { ply: form.u32("ply")?, text: form.text("text")? },
        "over" => RecordFault::Over,
        other => return Err(Garbled(format!("no fault of a game is called `{other}`"))),
    })
}

pub(super) fn read_fault(value: &Value) -> Result<PlanFault, Garbled> {
    let form = Form::of(value)?;
    let text = || form.text("text");
    Ok(match form.str("is")? {
        "illegal" => PlanFault::Illegal { text: text()?, why: form.with("because", read_why)? },
        "ambiguous" => PlanFault::Ambiguous { text: text()? },
        "promotion" => PlanFault::Promotion { text: text()? },
        "wrong_number" => PlanFault::WrongNumber { text: text()? },
        "unread" => PlanFault::Unread,
        "unanswered" => PlanFault::Unanswered,
        "two_answers" => PlanFault::TwoAnswers,
        "beyond_other" => PlanFault::BeyondOther,
        "too_long" => PlanFault::TooLong,
        other => return Err(Garbled(format!("no fault of a plan is called `{other}`"))),
    })
}
