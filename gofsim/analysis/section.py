"""Parts of a report: a section holds sentences, pictures and tables about one thing."""

from dataclasses import dataclass

from matplotlib.figure import Figure

from gofsim.analysis.figures import WIDTH as USUAL_WIDTH
from gofsim.analysis.table import Table

LEGIBLE = 80  # pixels an inch of a chart at which its letters can be read


@dataclass(frozen=True)
class Picture:
    """A chart with the words that stand for it (``alt``) and under it (``caption``)."""

    name: str
    alt: str
    caption: str
    chart: Figure

    @property
    def least_width(self) -> int | None:
        """Pixels below which a wide chart is not to shrink on a page; None for the usual width."""
        inches = float(self.chart.get_figwidth())
        return round(LEGIBLE * inches) if inches > USUAL_WIDTH else None


@dataclass(frozen=True)
class Section:
    """One part of the page; ``how`` says how to read it; ``commands`` come with their words."""

    key: str
    title: str
    text: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    how: str = ""
    commands: tuple[tuple[str, str], ...] = ()
