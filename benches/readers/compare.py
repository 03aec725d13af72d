#!/usr/bin/env python3
"""Kingpost's reader beside two reply strippers from PyPI, over the handed mails in tests/data/replies.

    python3 -m venv /tmp/readers
    /tmp/readers/bin/pip install mail-parser-reply email-reply-parser
    cargo build
    /tmp/readers/bin/python benches/readers/compare.py target/debug/kingpost

Kingpost gets the raw mails. A stripper knows neither MIME nor chess, so it is given, twice:

* `ours`: the text as Kingpost decodes it (charsets, flowed text, HTML without quotes and hidden parts), which is more
  than a caller of these packages has;
* `python`: the text as Python's own `email` package decodes it, HTML made to lines without looking at what is a quote.

What it leaves is then read with Kingpost's own command grammar, each line as a mail of its own, so that Kingpost's own
stripping cannot mend what the stripper left. One command, or a move and a word about a draw, is the answer; two that
disagree are `several`. If the plain text gives nothing the HTML is tried, and then the subject, as Kingpost does.

Mails that a program sent (`auto`, `bounce` in index.tsv) are left out: a stripper is not asked what they are.

right: the answer in index.tsv.  missed: another answer, but nothing is done.  wrong: something is done that was not asked.
"""

import csv
import email
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from email import policy

DATA = pathlib.Path(__file__).resolve().parents[2] / "tests/data/replies"
IDLE = {"none", "several", "wrong-number", "illegal", "ambiguous", "promotion", "auto", "bounce"}
BLOCKS = {"p", "div", "br", "li", "tr", "blockquote", "pre", "hr", "h1", "h2", "h3", "table", "ul", "ol"}


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


class Lines(html.parser.HTMLParser):
    """HTML to lines: block elements break, style and script say nothing."""

    def __init__(self):
        super().__init__()
        self.text, self.unseen = [], 0

    def handle_starttag(self, tag, _attributes):
        self.unseen += tag in ("style", "script", "head")
        if tag in BLOCKS:
            self.text.append("\n")

    def handle_endtag(self, tag):
        self.unseen -= tag in ("style", "script", "head")
        if tag in BLOCKS:
            self.text.append("\n")

    def handle_data(self, data):
        if self.unseen <= 0:
            self.text.append(data)


def by_python(file):
    """The texts of a mail as Python decodes it: the plain one, then the HTML one."""
    message = email.message_from_bytes((DATA / file).read_bytes(), policy=policy.default)
    texts = []
    for kind in ("plain", "html"):
        try:
            part = message.get_body(preferencelist=(kind,))
            text = part.get_content() if part is not None else ""
        except (LookupError, UnicodeError, AttributeError, KeyError):
            text = ""
        if kind == "html":
            page = Lines()
            page.feed(text)
            text = re.sub(r"\n\s*\n+", "\n\n", "".join(page.text))
        texts.append(text)
    return texts


def by_kingpost(kingpost, file):
    """The text that Kingpost reads, whatever it takes each line for."""
    found = json.loads(run(kingpost, "read", str(DATA / file), "--json", "--explain"))
    return ["\n".join(line["line"] for line in found.get("lines", []))]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def answers(kingpost, texts, mails):
    """What each text asks for, by Kingpost's grammar."""
    lines = [[line for line in text.splitlines() if line.strip()] for text in texts]
    asked = [[] for _ in texts]
    for (at, _), answer in batch(kingpost, lines, mails):
        if answer != "none" and answer not in asked[at]:
            asked[at].append(answer)
    found = [together(answers) for answers in asked]
    # A condition counts only beside its move, so where one move was found the text is read once more as a whole.
    whole = [[text] if answer.startswith("move ") else [] for answer, text in zip(found, texts)]
    for (at, _), answer in batch(kingpost, whole, mails):
        if answer.startswith(found[at] + "; if "):
            found[at] = answer
    return found


def batch(kingpost, texts, mails):
    """Each text as a mail of its own, all read in one run; gives (mail, text) and the answer."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copy(DATA / "games.tsv", folder)
        table, owners = ["file\tlanguage\tgame"], []
        for at, row in enumerate(mails):
            for text in texts[at]:
                name = f"{len(owners)}.eml"
                head = "From: anna@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
                (folder / name).write_text(f"{head}{text}\r\n", encoding="utf-8", newline="")
                table.append(f"{name}\t{row['language']}\t{row['game']}")
                owners.append((at, text))
        (folder / "batch.tsv").write_text("\n".join(table) + "\n", encoding="utf-8")
        found = run(kingpost, "read", "--batch", str(folder / "batch.tsv")).splitlines()
    return list(zip(owners, (line.split("\t")[1] for line in found), strict=True))


def together(asked):
    if not asked:
        return "none"
    if len(asked) == 1:
        return asked[0]
    moves = [answer for answer in asked if answer.startswith("move ")]
    draws = [answer for answer in asked if answer in ("draw offer", "draw decline")]
    if len(asked) == 2 and len(moves) == len(draws) == 1 and "+" not in moves[0]:
        return f"{moves[0]} + {draws[0]}"
    return "several"


def with_stripper(kingpost, strip, texts, mails):
    """The answers over the texts of each mail in turn, then its subject: the first that asks for anything."""
    final = ["none"] * len(mails)
    for turn in range(max(map(len, texts))):
        stripped = [strip(text[turn]) if len(text) > turn and final[at] == "none" else "" for at, text in enumerate(texts)]
        for at, answer in enumerate(answers(kingpost, stripped, mails)):
            final[at] = answer if final[at] == "none" else final[at]
    subjects = []
    for at, row in enumerate(mails):
        message = email.message_from_bytes((DATA / row["file"]).read_bytes(), policy=policy.default)
        subject = re.sub(r"^(\s*(re|aw|sv|回复)\s*[:：]|\s*\[[^]]*\])+", "", str(message["subject"] or ""), flags=re.I)
        subjects.append(subject.strip() if final[at] == "none" else "")
    for at, answer in enumerate(answers(kingpost, subjects, mails)):
        final[at] = answer if final[at] == "none" else final[at]
    return final


def strippers():
    from email_reply_parser import EmailReplyParser as Github
    from mailparser_reply import EmailReplyParser as Reply
    from mailparser_reply.constants import MAIL_LANGUAGES

    languages = list(MAIL_LANGUAGES)
    return {
        "mail-parser-reply": lambda text: Reply(languages=languages).parse_reply(text) or "",
        "email-reply-parser": lambda text: Github.parse_reply(text) or "",
    }


def main():
    kingpost = str(pathlib.Path(sys.argv[1]).resolve())
    verbose = "--verbose" in sys.argv
    index = rows(DATA / "index.tsv")
    own = dict(line.split("\t")[:2] for line in run(kingpost, "read", "--batch", str(DATA / "index.tsv")).splitlines())
    mails = [row for row in index if row["expected"] not in ("auto", "bounce")]
    results = {("Kingpost", "raw mail"): [own[row["file"]] for row in mails]}
    decoded = {
        "ours": [by_kingpost(kingpost, row["file"]) for row in mails],
        "python": [by_python(row["file"]) for row in mails],
    }
    for name, strip in strippers().items():
        for decoder, texts in decoded.items():
            results[name, decoder] = with_stripper(kingpost, strip, texts, mails)
    print(f"{len(mails)} mails by people\n\n| reader | text from | right | missed | wrong |\n| --- | --- | --- | --- | --- |")
    for (name, decoder), found in results.items():
        right = sum(answer == row["expected"] for answer, row in zip(found, mails))
        bad = [(row, answer) for answer, row in zip(found, mails) if answer != row["expected"]]
        wrong = sum(answer not in IDLE for _, answer in bad)
        print(f"| {name} | {decoder} | {right} | {len(mails) - right - wrong} | {wrong} |")
        for row, answer in bad if verbose else []:
            print(f"    {row['file']}: {answer}, not {row['expected']}")


if __name__ == "__main__":
    main()
