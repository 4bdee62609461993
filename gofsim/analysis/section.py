"""Parts of a report: a section holds sentences, pictures and tables about one thing."""

from dataclasses import dataclass

from matplotlib.figure import Figure

from gofsim.analysis.table import Table


@dataclass(frozen=True)
class Picture:
    """A chart with the words that stand for it (``alt``) and under it (``caption``)."""

    name: str
    alt: str
    caption: str
    chart: Figure


@dataclass(frozen=True)
class Section:
    """One part of the page; ``how`` says how to read it."""

    key: str
    title: str
    text: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    how: str = ""
