"""Names as labels of charts: short enough for their room, and still told apart."""

from collections.abc import Iterable, Mapping

ELLIPSIS = "…"


def shortened(label: str, longest: int, end: int | None = None) -> str:
    """A label of at most so many letters: of a longer one the first and the last ``end`` of them.

    Without ``end`` as many of both.
    """
    if len(label) <= longest:
        return label
    last = (longest - 1) // 2 if end is None else end
    start = label[: longest - 1 - last].rstrip()
    return f"{start}{ELLIPSIS}{label[len(label) - last :].lstrip()}"


def labels_of(names: Iterable[str], longest: int) -> Mapping[str, str]:
    """A short label for every name, different ones for different names.

    All are cut at the same place, as near to the middle as tells them apart. Where no place does,
    they are numbered.
    """
    different, middle = list(dict.fromkeys(names)), (longest - 1) // 2
    for end in sorted(range(longest), key=lambda place: abs(place - middle)):
        labels = {name: shortened(name, longest, end) for name in different}
        if len(set(labels.values())) == len(different):
            return labels
    numbered = enumerate(different, start=1)
    return {name: shortened(f"{number} {name}", longest) for number, name in numbered}
