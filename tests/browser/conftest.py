"""A real Chromium in front of a real `cutcard web`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NEEDED = "tests in the browser need Chromium and Playwright's Python package: one is not installed"

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

LISTEN = """
    window.told = [];
    addEventListener("DOMContentLoaded", () => {
      const voice = document.getElementById("told");
      new MutationObserver(() => window.told.push(voice.textContent))
        .observe(voice, { childList: true, characterData: true, subtree: true });
    });
"""
"""Keeps what the page's one live region tells."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each opens contexts of its own, which share nothing."""
    playwright = pytest.importorskip("playwright.sync_api", reason=NEEDED)
    if CHROMIUM is None:
        pytest.skip(NEEDED)
    alone = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *alone])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for the tests of a module."""
    server = Served(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def new_page(chromium: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Open pages of different people: each call is a browser that has never been here."""
    contexts = []
    troubles: list[str] = []

    def open_page(path: str = "/", **options: object) -> Page:
        context = chromium.new_context(base_url=served.origin, **options)
        contexts.append(context)
        context.set_default_timeout(60_000)
        context.add_init_script(LISTEN)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not troubles, troubles
