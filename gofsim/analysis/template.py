"""Filling in the templates of pages and Markdown texts."""

import re
from collections.abc import Mapping
from typing import Any

import jinja2

from gofsim.analysis.table import cell_text, column_digits, interval_text, kind_in


def render(template: str, context: Mapping[str, Any]) -> str:
    """A template of the analysis filled in; in pages all text is escaped, in Markdown by `md`."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("gofsim.analysis"),
        autoescape=jinja2.select_autoescape(("html",)),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals |= {"kind_in": kind_in, "digits_in": column_digits}
    environment.filters |= {"cell": cell_text, "interval": interval_text, "md": markdown}
    return environment.get_template(template).render(context)


def markdown(value: object) -> str:
    """Text as Markdown shows it: on one line, with every mark of its own kept from working."""
    text = re.sub(r"([\\`*_\[\]<>|#$~&])", r"\\\1", " ".join(str(value).split()))
    return re.sub(r"^(\d*)([-+.)])(?= |$)", r"\1\\\2", text)  # what would begin a list
