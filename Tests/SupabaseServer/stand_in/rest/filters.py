"""The grammar of filters: `column=op.value`, and logic with or, and, not."""

from __future__ import annotations

from dataclasses import dataclass

from psycopg import sql

from stand_in.rest.columns import Field, bad

COMPARISONS = {
    "eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "like": "like",
    "ilike": "ilike", "match": "~", "imatch": "~*", "cs": "@>", "cd": "<@", "ov": "&&",
    "isdistinct": "is distinct from",
}
CONSTANTS = {
    "null": "null", "not_null": "not null", "true": "true", "false": "false",
    "unknown": "unknown",
}


@dataclass
class Condition:
    """A piece of a WHERE, with the values for its placeholders."""

    text: sql.Composable
    values: list[object]


def condition(name: str, value: str, source: sql.Composable) -> Condition:
    """One parameter of the query."""
    if name in ("and", "or", "not.and", "not.or"):
        parser = LogicParser(value, source)
        negated, _, word = name.rpartition(".")
        return parser.whole(word, negated == "not")
    return comparison(Field.parse(name, "filter"), value, source, what=value)


def comparison(
    column: Field, text: str, source: sql.Composable, *, what: str, quoted: bool = False
) -> Condition:
    """`op.value`, where the value reaches to the end."""
    negated, rest = (True, text[4:]) if text.startswith("not.") else (False, text)
    operator, dot, value = rest.partition(".")
    if not dot:
        raise bad("filter", what)
    left = column.sql(source)
    if operator == "in":
        made = Condition(sql.SQL("{} = any (%s)").format(left), [array_literal(value, what)])
    elif operator == "is":
        if value.lower() not in CONSTANTS:
            raise bad("filter", what, len(text) - len(value) + 1)
        made = Condition(
            sql.SQL("{} is {}").format(left, sql.SQL(CONSTANTS[value.lower()])), [])
    elif operator in COMPARISONS:
        if operator in ("like", "ilike"):
            value = value.replace("*", "%")
        made = Condition(
            sql.SQL("{} {} %s").format(left, sql.SQL(COMPARISONS[operator])),
            [unquote(value) if quoted else value])
    else:
        raise bad("filter", what)
    if negated:
        return Condition(sql.SQL("not ({})").format(made.text), made.values)
    return made


def array_literal(text: str, what: str) -> str:
    """`(a,"b,c")` as an array of PostgreSQL, whose elements take the type of the column."""
    if not (text.startswith("(") and text.endswith(")")):
        raise bad("filter", what)
    inner = text[1:-1]
    items = [unquote(item) for item in split(inner)] if inner else []
    escaped = ('"' + item.replace("\\", "\\\\").replace('"', '\\"') + '"' for item in items)
    return "{" + ",".join(escaped) + "}"


def unquote(text: str) -> str:
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        return text
    result, escaped = [], False
    for character in text[1:-1]:
        if character == "\\" and not escaped:
            escaped = True
            continue
        result.append(character)
        escaped = False
    return "".join(result)


def split(text: str) -> list[str]:
    """At commas that stand in no quotes and no parentheses."""
    parts, depth, quoted, escaped, start = [], 0, False, False, 0
    for place, character in enumerate(text):
        if escaped:
            escaped = False
        elif quoted:
            quoted, escaped = character != '"', character == "\\"
        elif character == '"':
            quoted = True
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


class LogicParser:
    """`(a.gt.1,and(b.eq.2,not.c.is.null))`"""

    def __init__(self, text: str, source: sql.Composable) -> None:
        self.text = text
        self.source = source

    def whole(self, word: str, negated: bool) -> Condition:
        return self.group(self.text, word, negated)

    def group(self, text: str, word: str, negated: bool) -> Condition:
        if not (text.startswith("(") and text.endswith(")")) or len(text) < 3:
            raise bad("logic tree", self.text)
        parts = [self.member(part) for part in split(text[1:-1])]
        joined = sql.SQL(f" {word} ").join(sql.SQL("({})").format(part.text) for part in parts)
        if negated:
            joined = sql.SQL("not ({})").format(joined)
        return Condition(joined, [value for part in parts for value in part.values])

    def member(self, text: str) -> Condition:
        for prefix, word, negated in (
            ("and(", "and", False), ("or(", "or", False),
            ("not.and(", "and", True), ("not.or(", "or", True),
        ):
            if text.startswith(prefix):
                return self.group(text[len(prefix) - 1:], word, negated)
        name, dot, rest = text.partition(".")
        if not dot or not name:
            raise bad("logic tree", self.text)
        return comparison(
            Field.parse(name, "logic tree"), rest, self.source, what=self.text, quoted=True)
