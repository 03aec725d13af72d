"""Looks at every page of a gallery as people see it: in a headless Chromium, on a phone and on a desk, light and dark,
without its style sheet and without pictures. Says what is wrong and where the pictures of the pages lie.

    python3 tests/look/look.py GALLERY PICTURES
"""

import base64
import concurrent.futures
import os
import pathlib
import sys
import tempfile

import browser

WIDTHS = (380, 700)
SCHEMES = ("light", "dark")
WHOLE = ("chess-", "shogi-")
BOARDS = ("-your_move", "-scope")
# What some mail programs leave of a page, and how it is made whole again.
LEFT = (
    ("without style",
     'window.styles = [...document.querySelectorAll("style")]; styles.forEach((style) => style.remove())',
     'styles.forEach((style) => document.head.append(style))'),
    ("without pictures",
     'document.querySelectorAll("img").forEach((image) => { image.removeAttribute("src") })',
     ''),
)


def pages(gallery):
    """The pages, and whether each is the first of its kind: of those a picture is kept."""
    kinds = set()
    for path in sorted(gallery.glob("*.html")):
        if path.name in ("index.html", "inbox.html"):
            continue
        # Every page of two games; of the others those that show a board of their own.
        if not path.stem.startswith(WHOLE) and (not path.stem.endswith(BOARDS) or (path.stem.rsplit("-", 2)[0], path.stem.rsplit("-", 1)[1]) in kinds):
            continue
        variant_and_language, kind = path.stem.rsplit("-", 2)[0], path.stem.rsplit("-", 1)[1]
        yield path, (variant_and_language, kind) not in kinds or kind == "refused"
        kinds.add((variant_and_language, kind))


def blind_spots(chromium, check):
    """What the check does not see of a page on which everything is wrong."""
    chromium.show(pathlib.Path(__file__).with_name("bad.html").as_uri())
    chromium.lay_out(WIDTHS[0], "light")
    said = "\n".join(chromium.ask(check))
    words = ("wide in a window", "contrast 2.8", "text of 9 px", "without words", "is not there", "a tap of", "no headline", "no language")
    return [f"the check does not find “{word}” in bad.html" for word in words if word not in said]


def look_at(chromium, check, path, pictures):
    """One page in every way it may be seen: how many looks, the pictures kept, and what is wrong. A page is loaded once, since
    loading takes most of the time."""
    looks, kept, wrong = 0, [], []

    def look(width, how, keep):
        nonlocal looks
        looks += 1
        wrong.extend(f"{path.name} at {width} px, {how}: {what}" for what in chromium.ask(check))
        if keep:
            name = pictures / f"{path.stem}-{width}-{how.replace(' ', '-')}.png"
            name.write_bytes(base64.b64decode(chromium.picture()))
            kept.append(name)

    chromium.show(path.as_uri())
    for width in WIDTHS:
        for scheme in SCHEMES:
            chromium.lay_out(width, scheme)
            look(width, scheme, pictures)
    for how, leave, restore in LEFT:
        chromium.ask(leave)
        for width in WIDTHS:
            chromium.lay_out(width, "light")
            look(width, how, pictures and width == WIDTHS[0])
        chromium.ask(restore)
    return looks, kept, wrong


def look_at_all(program, check, todo):
    """The same for many pages, in a browser of its own."""
    looks, kept, wrong = 0, [], []
    with tempfile.TemporaryDirectory() as profile:
        chromium = browser.Browser(program, profile)
        wrong += blind_spots(chromium, check)
        for path, pictures in todo:
            more = look_at(chromium, check, path, pictures)
            looks, kept, wrong = looks + more[0], kept + more[1], wrong + more[2]
        chromium.close()
    return looks, kept, wrong


def main():
    gallery, pictures = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    program = browser.found()
    if program is None:
        print("look: no Chromium; install it (Debian: apt-get install chromium) and run this again", file=sys.stderr)
        return 69
    check = pathlib.Path(__file__).with_name("check.js").read_text(encoding="utf-8")
    pictures.mkdir(parents=True, exist_ok=True)
    todo = [(path, pictures if first else None) for path, first in pages(gallery)]
    browsers = max(1, min(os.cpu_count() or 1, 4))
    with concurrent.futures.ProcessPoolExecutor(browsers) as pool:
        parts = [pool.submit(look_at_all, program, check, todo[at::browsers]) for at in range(browsers)]
        parts = [part.result() for part in parts]
    looked = sum(looks for looks, _, _ in parts)
    kept = sorted(name for _, names, _ in parts for name in names)
    wrong = sorted({what for _, _, said in parts for what in said})
    for name in kept:
        print(name)
    print(f"{looked} looks, {len(kept)} pictures kept, {len(wrong)} things wrong")
    for what in wrong:
        print(what, file=sys.stderr)
    return 1 if wrong or looked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
