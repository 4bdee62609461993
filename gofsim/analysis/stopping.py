"""How looking ended a run: the rule, every look, and which intervals may be shown after it."""

from collections.abc import Mapping
from typing import Any

from gofsim.analysis.comparison import Comparison, comparison_of
from gofsim.analysis.estimates import Estimate, from_error
from gofsim.analysis.looks import ACCEPTED, GO_ON, PRECISE
from gofsim.analysis.looks_chart import looks_chart
from gofsim.analysis.run_folder import RunFolder
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.sequential import sprt_bounds
from gofsim.analysis.table import MINUS, PERCENT, Column, Kind, Table, figure
from gofsim.analysis.words import counted, with_interval

ANYTIME_WORDS = (
    "All intervals and p-values of this page, unless it is said of one, are of a kind that stays"
    " valid however often one looks (asymptotic confidence sequences). They are 1.5 to 2"
    " times as wide as those of a run of fixed size, which would be too narrow and are not shown."
)


def stopping_section(run: RunFolder) -> Section | None:
    """The looks of a run with a stop rule; None for a run of fixed size, or not looked at yet."""
    if run.stop is None or not run.looks:
        return None
    text = (_story(run, run.stop), _interval_words(run, run.stop), ANYTIME_WORDS)
    return Section(
        "looks", "When the run was stopped", text, (_picture(run, run.stop),), (looks_table(run),),
        "Every look uses all blocks up to it, in their order. Looking so often makes an ordinary"
        " interval miss the truth far more often than 5% of the time.",
    )  # fmt: skip


def stopped_estimate(run: RunFolder) -> Estimate:
    """What the rule was about at the last look, with the interval that fits the rule.

    After a width rule the t interval (Chow and Robbins 1965), else the confidence sequence; that
    too where another rule had looked before.
    """
    assert run.stop is not None
    last = run.looks[-1]
    anytime = None if keeps_its_interval(run) else run.anytime
    return from_error(last["value"], last["error"], last["blocks"], anytime=anytime)


def keeps_its_interval(run: RunFolder) -> bool:
    """Whether what the rule compared is shown with an interval of fixed size, fit after it."""
    return run.stop is not None and run.stop["rule"] == "width" and not run.earlier_looks


def compared(run: RunFolder) -> Comparison:
    """What the rule of the run compares."""
    assert run.stop is not None
    league = run.experiment.get("league")
    return comparison_of(run.arms, league and league["design"], run.stop["of"], run.stop["metric"])


def decision(run: RunFolder) -> str:
    """Of the last look: "go on" where the run reached its end undecided."""
    return str(run.looks[-1]["decision"]) if run.looks else GO_ON


def sides(run: RunFolder) -> tuple[str, str]:
    """The keys of the values that a sequential test accepted and refused."""
    accepted = decision(run)
    return accepted, next(key for key in ACCEPTED if key != accepted)


def stop_words(run: RunFolder) -> str:
    """What the rule decided, in one clause."""
    assert run.stop is not None
    what, kind = compared(run).words, kind_of(run.stop)
    if decision(run) == GO_ON:
        return f"{run.blocks:,} blocks were not enough for the stop rule on the {what}"
    if decision(run) == PRECISE:
        width = _plain(run.stop["width"], kind)
        return f"the interval of the {what} is no wider than {width}, after {run.blocks:,} blocks"
    accepted, refused = (_plain(run.stop[key], kind) for key in sides(run))
    return (
        f"of the two values {accepted} and {refused} the sequential test finds the first nearer to"
        f" the {what}, after {run.blocks:,} blocks"
    )


def kind_of(stop: Mapping[str, Any]) -> Kind:
    """How figures of the compared metric read."""
    return "change" if stop["metric"] == "points" else "share_change"


def looks_table(run: RunFolder) -> Table:
    """Every look; pages show the last few."""
    assert run.stop is not None
    kind = kind_of(run.stop)
    scale = 1 if kind == "change" else PERCENT
    rows = tuple(
        {"kind": kind} | {key: look.get(key) for key in ("blocks", "value", "error", "low", "high")}
        | {"width": scale * (look["high"] - look["low"]) if "high" in look else None}
        | {"llr": look.get("llr"), "decision": _decided(run.stop, look["decision"])}
        for look in run.looks
    )  # fmt: skip
    bounds = (
        [Column("llr", "Log likelihood ratio", "number")]
        if run.stop["rule"] == "sprt"
        else [
            Column("low", "From", "by row"),
            Column("high", "To", "by row"),
            Column("width", "Width", "number", digits=3),
        ]
    )
    columns = (
        Column("blocks", "Blocks", "count"),
        Column("value", "Difference", "by row"),
        Column("error", "Standard error", "number", on_page=False),
        *bounds,
        Column("decision", "Decision"),
    )
    note = "The last looks; looks.csv holds all of them." if len(rows) > LAST else ""
    return Table("looks", "The looks", columns, rows, note, rows[-LAST:])


LAST = 5  # looks that a page shows


def _decided(stop: Mapping[str, Any], decision: str) -> str:
    """``accept -0.25 points`` for "d1", other decisions as they are."""
    return f"accept {_plain(stop[decision], kind_of(stop))}" if decision in ACCEPTED else decision


def _story(run: RunFolder, stop: Mapping[str, Any]) -> str:
    most = int(run.experiment["most_blocks"])
    looks = len(run.looks)
    return (
        f"This run had no fixed size. It was looked at after {stop['first']:,} blocks and then"
        f" every {stop['every']:,}, {counted(looks, 'time')} in all, to end"
        f" {_rule_words(stop)}, or at {most:,} blocks. Result: {stop_words(run)}."
    )


def _rule_words(stop: Mapping[str, Any]) -> str:
    kind = kind_of(stop)
    if stop["rule"] == "sprt":
        low, high = sprt_bounds(stop["alpha"], stop["beta"])
        return (
            f"when a sequential probability ratio test decided between {_plain(stop['d0'], kind)}"
            f" and {_plain(stop['d1'], kind)} (risks {stop['alpha']:g} and {stop['beta']:g}: log"
            f" likelihood ratio below {figure(low, 'number', 2)} or above"
            f" {figure(high, 'number', 2)})"
        )
    sort = "confidence sequence" if stop["rule"] == "anytime" else "95% interval"
    return f"when the {sort} was at most {_plain(stop['width'], kind)} wide"


def _plain(value: float, kind: Kind) -> str:
    """A number of the file: ``-0.25 points``."""
    scaled = value if kind == "change" else 100 * value
    unit = "point" if kind == "change" else "percentage point"
    return f"{scaled:g} {unit}{'' if abs(scaled) == 1 else 's'}".replace("-", MINUS)


def _interval_words(run: RunFolder, stop: Mapping[str, Any]) -> str:
    shown = with_interval(stopped_estimate(run), kind_of(stop))
    what = f"The {compared(run).words}: {shown}."
    if stop["rule"] == "sprt":
        return (
            f"{what} A test that stops when the evidence is strong overstates the difference on"
            " average, so read the interval, a confidence sequence, rather than the value."
        )
    if keeps_its_interval(run):
        return (
            f"{what} This one interval is the usual t interval: it is fit to be shown after this"
            " rule, which looks at the spread of the blocks and not at where their mean lies."
        )
    return f"{what} The interval is a confidence sequence."


def _picture(run: RunFolder, stop: Mapping[str, Any]) -> Picture:
    chart = looks_chart(run.looks, stop, compared(run).words)
    return Picture(
        "looks", f"What the stop rule saw ({counted(len(run.looks), 'look')}): {stop_words(run)}.",
        "What the stop rule saw at each look.", chart,
    )  # fmt: skip
