"""A typed client of Strata's API.

    from strata_client import Client

    strata = Client("http://strata.example")
    layout = strata.get_layout("_EPROCESS", "22H2", "x64")
    print(next(member["offset"] for member in layout["members"] if member["name"] == "Protection"))

Methods are the operations of the OpenAPI document, arguments its parameters, answers the JSON as `TypedDict`s (`models`).
What the server refuses is raised as `Problem`.
"""

from . import models
from .operations import Operations
from .transport import Problem


class Client(Operations):
    """A server, and its operations."""


__all__ = ["Client", "Problem", "models"]
