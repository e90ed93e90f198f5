"""Film a session at the browser's table: `python docs/film.py` writes docs/table.gif.

It needs Chromium, and the packages that `make .venv/.all` installs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

FILM: Final = Path(__file__).with_name("table.gif")
CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
SIZE: Final = {"width": 1160, "height": 820}
COLOURS: Final = 128

SEED: Final = 247
"""Cards that begin with a pair of eights against a six."""
ROUNDS: Final = 3
MISTAKE: Final = ("hit", "stand")
"""The first time the first of these is best, the second is played."""

KEYS: Final = {"stand": "s", "hit": "h", "double": "d", "split": "p", "surrender": "r"}

OPEN: Final = """async asked => (await (await fetch("/api/tables", {
    method: "POST", body: JSON.stringify(asked), headers: { "content-type": "application/json" }
})).json()).path"""


class Film:
    """Pictures of a page, each with the time for which it is shown."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._pictures: list[Image.Image] = []
        self._milliseconds: list[int] = []

    def shoot(self, seconds: float) -> None:
        """Take a picture."""
        self._page.wait_for_timeout(150)
        picture = Image.open(BytesIO(self._page.screenshot()))
        self._pictures.append(picture.convert("RGB"))
        self._milliseconds.append(round(1000 * seconds))

    def save(self, path: Path) -> None:
        """Write the pictures as one GIF, all in the same few colours."""
        strip = Image.new("RGB", (SIZE["width"], SIZE["height"] * len(self._pictures)))
        for place, picture in enumerate(self._pictures):
            strip.paste(picture, (0, place * SIZE["height"]))
        palette = strip.quantize(COLOURS, dither=Image.Dither.NONE)
        first, *others = (
            picture.quantize(palette=palette, dither=Image.Dither.NONE)
            for picture in self._pictures
        )
        first.save(path, save_all=True, append_images=others, duration=self._milliseconds, loop=0)


@contextmanager
def served(folder: str) -> Iterator[str]:
    """Run `cutcard web` on a free port with a store of its own, and give its address."""
    program = Path(sys.executable).with_name("cutcard")
    server = subprocess.Popen(
        [program, "web", "--port", "0", "--store", f"sqlite:///{folder}/film.db"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        yield re.findall(r"http://[\d.:]+", server.stdout.readline())[0]
    finally:
        server.terminate()
        server.wait()


def play(page: Page, film: Film) -> None:
    """Play the rounds by the best action each time, but for one mistake."""
    mistaken = False
    for _ in range(ROUNDS):
        page.get_by_label("Your bet in chips").fill("5")
        page.get_by_role("button", name="Deal").click()
        page.locator(".status", has_text=re.compile("turn|won|lost|Even")).wait_for()
        film.shoot(1.2)
        while page.locator(".status", has_text="turn").count():
            before = page.locator(".felt").inner_html()
            page.keyboard.press("?")
            page.locator(".table-actions .best").wait_for()
            film.shoot(2.4)
            best = page.locator(".advice-worths th").first.inner_text().split()[0]
            blunder = best == MISTAKE[0] and not mistaken
            mistaken |= blunder
            page.keyboard.press(KEYS[MISTAKE[1] if blunder else best])
            page.wait_for_function(
                "before => document.querySelector('.felt').innerHTML !== before", arg=before
            )
            page.wait_for_timeout(700)  # the cost of the decision comes a little later
            film.shoot(2.0 if not blunder else 3.0)
    page.get_by_text("Your session so far").click()
    film.shoot(5)


def main() -> None:
    """Film a session, and write it."""
    alone = ["--no-sandbox"] if os.geteuid() == 0 else []
    with (
        tempfile.TemporaryDirectory() as folder,
        served(folder) as address,
        sync_playwright() as started,
    ):
        browser = started.chromium.launch(executable_path=CHROMIUM, args=alone)
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        page.goto(address)
        page.goto(address + page.evaluate(OPEN, {"game": "vegas-strip", "seed": SEED}))
        page.locator(".status", has_text="bet").wait_for()
        film = Film(page)
        film.shoot(1.0)
        play(page, film)
        film.save(FILM)
        browser.close()


if __name__ == "__main__":
    main()
