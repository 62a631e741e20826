"""What markdown-it-py, a parser of CommonMark with the tables of GitHub, makes of documents.

Takes a list of {"text"} as JSON and gives for each a list of one way: {"title", "list", "sections"}. Of a section: its name,
the paragraph below it, and its table, the head first. All are texts as a reader sees them.
"""

import json
import sys

from markdown_it import MarkdownIt

PARSER = MarkdownIt("commonmark").enable("table")


def shown(token):
    """What is seen of an inline token."""
    blanks = {"softbreak": " ", "hardbreak": " "}
    return "".join(blanks.get(part.type, part.content) for part in token.children)


def read(text):
    found = {"title": None, "list": [], "sections": []}
    inside = []
    for token in PARSER.parse(text):
        if token.nesting == 1:
            inside.append(token.tag)
            if token.type == "tr_open":
                found["sections"][-1]["table"].append([])
        elif token.nesting == -1:
            inside.pop()
        elif token.type != "inline":
            raise ValueError(f"there is a {token.type}")
        elif inside == ["h1"]:
            found["title"] = shown(token)
        elif inside == ["ul", "li", "p"]:
            found["list"].append(shown(token))
        elif inside == ["h2"]:
            found["sections"].append({"name": shown(token), "paragraphs": [], "table": []})
        elif inside == ["p"]:
            found["sections"][-1]["paragraphs"].append(shown(token))
        elif inside[:1] == ["table"]:
            found["sections"][-1]["table"][-1].append(shown(token))
        else:
            raise ValueError(f"there is something in {inside}")
    return found


def answer(case):
    try:
        return [read(case["text"])]
    except Exception as error:
        return [{"error": f"{type(error).__name__}: {error}"}]


sys.stdout.write(json.dumps([answer(case) for case in json.load(sys.stdin)]))
