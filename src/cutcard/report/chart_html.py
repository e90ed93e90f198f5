"""A chart as a page for a browser or a printer: one file that needs nothing else."""

from __future__ import annotations

from html import escape
from typing import Final

from cutcard.blackjack.strategy.chart import BOTH_CARDS
from cutcard.report.chart_page import PARTS, PLAYS, SMALL_LETTERS, Page, in_words, label
from cutcard.report.chart_sheet import COLOURS
from cutcard.report.chart_text import second_in_short, short, value_notes
from cutcard.study.chart_worths import Worth

_DARK: Final = {
    "H": ("#1f5378", "#eaf5ff"),
    "S": ("#33332f", "#e6e4dc"),
    "D": ("#e09a2b", "#1c1000"),
    "P": ("#2f9d7b", "#001a12"),
    "R": ("#a273c4", "#16041f"),
}
"""Paper and ink of each action at night."""

_STYLE: Final = """\
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1c1c1a; --quiet: #5f5f5a;
  --edge: #cfccc3; --mark: #fff3c4; --LIGHT }
@media (prefers-color-scheme: dark) { :root { --paper: #1a1a18; --ink: #eceae2; --quiet: #a5a39a;
  --edge: #1a1a18; --mark: #4a4220; --DARK } }
* { box-sizing: border-box; }
body { margin: 2rem auto; padding: 0 1rem 5rem; width: fit-content; max-width: 100%;
  background: var(--paper); color: var(--ink);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; }
p { margin: .3rem 0; color: var(--quiet); max-width: 62rem; font-size: .87rem; }
.scroll { overflow-x: auto; padding-bottom: 1px; }
table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
caption { color: var(--quiet); font-size: .85rem; padding: .6rem 0 .1rem 4rem; }
th { font-weight: 700; padding: .1rem .5rem; text-align: center; border-radius: 3px; }
tbody tr:first-child th { padding-top: .9rem; }
tbody tr:first-child th:first-child { font-size: 1.05rem; text-align: left; padding-left: 0; }
td { min-width: 2.35rem; height: 1.6rem; padding: .1rem .25rem; text-align: center;
  border: 1px solid var(--edge); position: relative; cursor: default; }
.wide td { min-width: 3.6rem; }
td small { display: block; font-size: .68rem; line-height: 1.15; white-space: nowrap; }
td.soft, th.soft { border-left: .5rem solid var(--paper); }
td:hover, td:focus { outline: 2px solid var(--ink); z-index: 1; }
tr:hover > th:first-child { background: var(--mark); }
.tip { display: none; position: absolute; z-index: 2; left: 50%; top: calc(100% + 6px);
  transform: translateX(-50%); padding: .5rem .7rem; border-radius: 6px; text-align: left;
  white-space: pre; font-size: .8rem; line-height: 1.4; background: var(--ink);
  color: var(--paper); box-shadow: 0 3px 12px #0006; pointer-events: none; }
td.first .tip { left: 0; transform: none; }
td.last .tip { left: auto; right: 0; transform: none; }
tbody:last-of-type .tip { top: auto; bottom: calc(100% + 6px); }
td:hover .tip, td:focus .tip { display: block; }
.tap { display: none; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: 1rem 0 .4rem; padding: 0;
  list-style: none; }
.legend b { display: inline-block; width: 2rem; margin-right: .45rem; text-align: center;
  border: 1px solid var(--edge); }
@media screen and (max-width: 640px) {
  body { margin: .8rem auto; padding: 0 .5rem 8rem; width: auto; }
  h1 { font-size: 1.25rem; }
  .scroll { overflow: visible; }
  table { width: 100%; table-layout: fixed; }
  caption { padding-left: 0; }
  th { padding: .1rem 0; font-size: .72rem; }
  tbody tr:first-child th:first-child { font-size: .72rem; }
  td, .wide td { min-width: 0; height: 1.5rem; padding: .05rem 0; font-size: .8rem; }
  td small { font-size: .5rem; letter-spacing: -.02em; }
  .both th { font-size: .45rem; letter-spacing: -.04em; }
  .both th:first-child { width: 1.75rem; }
  .both td { font-size: .52rem; letter-spacing: -.06em; }
  .both td b { font-weight: 500; }
  .both td small { display: none; }
  .both th:first-child, .both tbody tr:first-child th:first-child { font-size: .56rem; }
  .tap { display: block; }
  td.soft, th.soft { border-left-width: 2px; }
  td .tip, td.first .tip, td.last .tip, tbody:last-of-type .tip { position: fixed; top: auto;
    bottom: .6rem; left: .6rem; right: .6rem; transform: none; white-space: pre-wrap; }
}
@media print {
  @page { margin: 11mm; }
  :root { color-scheme: light; --paper: #ffffff; --ink: #000000; --quiet: #444444;
    --edge: #bbbbbb; --LIGHT }
  body { margin: 0; padding: 0; font-size: 11px; }
  .scroll { overflow: visible; }
  td { height: auto; min-width: 0; padding: 0 .3em; }
  tbody { break-inside: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""


def html_chart(page: Page) -> str:
    """The chart as a page: in colours with letters, by day and by night, and on paper.

    Pointing at a cell shows what it means and, with values, what each action is worth.
    """
    columns = page.chart.columns
    body = [f"<h1>{escape(page.title)}</h1>"]
    if page.terms:
        body.append(f"<p>{escape(' · '.join(page.terms))}</p>")
    kinds = ["wide"] * (page.worths is not None) + ["both"] * (columns == BOTH_CARDS)
    named = f' class="{" ".join(kinds)}"' if kinds else ""
    body.append(f'<div class="scroll"><table{named}>')
    heading = page.dealer_heading[0].upper() + page.dealer_heading[1:]
    body.append(f"<caption>{escape(heading)}</caption>")
    for name, rows in PARTS:
        heads = "".join(
            f'<th scope="col"{_soft(column)}>{label(column)}</th>' for column in columns
        )
        body.append(f"<tbody><tr><th>{name}</th>{heads}</tr>")
        for row in rows:
            cells = "".join(_cell(page, row, column) for column in columns)
            body.append(f'<tr><th scope="row">{label(row)}</th>{cells}</tr>')
        body.append("</tbody>")
    body.append("</table></div>")
    body += _legend(page)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n<style>\n{_style(page)}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def colour_style() -> str:
    """A style sheet with the colours of each letter alone, by day and by night."""
    day = f":root {{ {_variables(COLOURS)} }}\n"
    night = f"@media (prefers-color-scheme: dark) {{ :root {{ {_variables(_DARK)} }} }}\n"
    return day + night + _letters()


def _letters() -> str:
    return "".join(
        f".{letter} {{ background: var(--{letter}); color: var(--{letter}-ink); }}\n"
        for letter in PLAYS
    )


def _style(page: Page) -> str:
    """The style sheet, with colours for each letter and a mark over the column pointed at."""
    style = _STYLE.replace("--LIGHT", _variables(COLOURS)).replace("--DARK", _variables(_DARK))
    style += _letters()
    for place in range(2, len(page.chart.columns) + 2):
        over = f"tbody:has(td:nth-child({place}):hover)"
        style += f"{over} th:nth-child({place}) {{ background: var(--mark); }}\n"
    return style


def _variables(colours: dict[str, tuple[str, str]]) -> str:
    return " ".join(
        f"--{letter}: {paper}; --{letter}-ink: {ink};" for letter, (paper, ink) in colours.items()
    )


def _soft(column: str) -> str:
    """A gap before the first of the dealer's soft hands."""
    return ' class="soft"' if column == "AA" else ""


def _cell(page: Page, row: str, column: str) -> str:
    columns = page.chart.columns
    cell = page.chart.cells[row, column]
    kinds = [cell[0]]
    kinds += ["soft"] if column == "AA" else []
    at = columns.index(column)
    kinds += ["first"] if at < 2 else ["last"] if at >= len(columns) - 2 else []
    worth = (page.worths or {}).get((row, column))
    tip = [f"{label(row)} against {label(column)}: {in_words(cell)}"]
    shown = cell
    if worth:
        mark = "!" if worth.improvable else ""
        shown = f"<b>{cell}{mark}</b><small>{short(worth.value)}</small>"
        shown += f"<small>{second_in_short(worth) or '&nbsp;'}</small>"
        tip += _told(worth)
    said = f'<span class="tip">{escape(chr(10).join(tip))}</span>'
    return f'<td class="{" ".join(kinds)}" tabindex="-1">{shown}{said}</td>'


def _told(worth: Worth) -> list[str]:
    lines = []
    for action, value in worth.ranked:
        cost = f"  costs {worth.cost(action):.4f}" if action is not worth.best else ""
        lines.append(f"{value:+.4f}  {action}{cost}")
    return lines


def _legend(page: Page) -> list[str]:
    keys = "".join(
        f'<li><b class="{letter}">{letter}</b>{PLAYS[letter]}</li>' for letter in page.letters
    )
    notes = [f"{SMALL_LETTERS} (Dh: double if you may, else hit)"] if page.has_small_letters else []
    notes += value_notes(page) or [f"chart: {page.name}"]
    # A phone has no room for values in 23 columns, and nothing to point with.
    tap = '<p class="tap">Tap a cell to see what it means and is worth.</p>'
    told = [f"<p>{escape(note)}</p>" for note in notes]
    return [f'<ul class="legend">{keys}</ul>', *([tap] if page.worths is not None else []), *told]
