"""Looks at every page of a gallery as people see it: in a headless Chromium, on a phone and on a desk, light and dark,
without its style sheet and without pictures. Says what is wrong and where the pictures of the pages lie.

    python3 tests/look/look.py GALLERY PICTURES
"""

import base64
import pathlib
import sys
import tempfile

import browser

WIDTHS = (380, 700)
SCHEMES = ("light", "dark")
WHOLE = ("chess-", "shogi-")
BOARDS = ("-your_move", "-scope")
# What some mail programs leave of a page.
PLAIN = 'document.querySelectorAll("style").forEach((style) => style.remove())'
BLIND = 'document.querySelectorAll("img").forEach((image) => { image.removeAttribute("src") })'


def pages(gallery):
    """The pages, and whether each is the first of its kind: of those a picture is kept."""
    kinds = set()
    for path in sorted(gallery.glob("*.html")):
        if path.name == "index.html":
            continue
        # Every page of two games; of the others those that show a board of their own.
        if not path.stem.startswith(WHOLE) and (not path.stem.endswith(BOARDS) or (path.stem.rsplit("-", 2)[0], path.stem.rsplit("-", 1)[1]) in kinds):
            continue
        variant_and_language, kind = path.stem.rsplit("-", 2)[0], path.stem.rsplit("-", 1)[1]
        yield path, (variant_and_language, kind) not in kinds or kind == "refused"
        kinds.add((variant_and_language, kind))


def blind_spots(chromium, check):
    """What the check does not see of a page on which everything is wrong."""
    bad = pathlib.Path(__file__).with_name("bad.html")
    chromium.show(bad.as_uri(), WIDTHS[0], "light")
    said = "\n".join(chromium.ask(check))
    words = ("wide in a window", "contrast 2.8", "text of 9 px", "without words", "is not there", "a tap of", "no headline", "no language")
    return [f"the check does not find “{word}” in bad.html" for word in words if word not in said]


def main():
    gallery, pictures = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    program = browser.found()
    if program is None:
        print("look: no Chromium; install it (Debian: apt-get install chromium) and run this again", file=sys.stderr)
        return 69
    check = pathlib.Path(__file__).with_name("check.js").read_text(encoding="utf-8")
    pictures.mkdir(parents=True, exist_ok=True)
    looked, kept, wrong = 0, [], []
    with tempfile.TemporaryDirectory() as profile:
        chromium = browser.Browser(program, profile)
        wrong += blind_spots(chromium, check)
        for path, first in pages(gallery):
            for width in WIDTHS:
                for scheme in SCHEMES:
                    chromium.show(path.as_uri(), width, scheme)
                    place = f"{path.name} at {width} px, {scheme}"
                    wrong += [f"{place}: {what}" for what in chromium.ask(check)]
                    looked += 1
                    if first:
                        name = pictures / f"{path.stem}-{width}-{scheme}.png"
                        name.write_bytes(base64.b64decode(chromium.picture()))
                        kept.append(name)
                for leave, how in ((PLAIN, "without style"), (BLIND, "without pictures")):
                    chromium.show(path.as_uri(), width, "light")
                    chromium.ask(leave)
                    wrong += [f"{path.name} at {width} px, {how}: {what}" for what in chromium.ask(check)]
                    looked += 1
                    if first and width == WIDTHS[0]:
                        name = pictures / f"{path.stem}-{width}-{how.replace(' ', '-')}.png"
                        name.write_bytes(base64.b64decode(chromium.picture()))
                        kept.append(name)
        chromium.close()
    for name in kept:
        print(name)
    print(f"{looked} looks, {len(kept)} pictures kept, {len(wrong)} things wrong")
    for what in wrong:
        print(what, file=sys.stderr)
    return 1 if wrong or looked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
