"""The faults of JSON documents (positions, game logs) as clear lines: where, and what is right."""

from collections.abc import Mapping

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from gofsim.simulation.schema import complaint, literal_complaint, literal_members
from gofsim.suggest import did_you_mean, shown, written

Parts = Mapping[str, type[BaseModel]]


def json_fault(detail: ErrorDetails, whole: type[BaseModel], parts: Parts) -> str:
    """Return one of pydantic's faults as a line in our words.

    `whole` is the document's model, `parts` those of the objects in it, by the key they stand at.
    """
    place = ".".join(shown(str(key)) for key in detail["loc"])
    names = [str(key) for key in detail["loc"] if not isinstance(key, int)]
    fields = (parts[names[-2]] if len(names) > 1 else whole).model_fields
    match detail["type"]:
        case "extra_forbidden":
            return f"unknown key `{place}`{did_you_mean(names[-1], fields)}"
        case "missing":
            return f"`{place}` is missing"
        case "model_type":
            what = f"must be an object {{..}}, not {written(detail['input'])}"
        case "literal_error" | "int_parsing_size":
            what = literal_complaint(detail, literal_members(fields[names[-1]].annotation))
        case _:
            what = complaint(detail)
    return f"{place}: {what}".removeprefix(": ")
