#!/usr/bin/env python3
"""Names each public symbol without a documentation comment, as FILE:LINE: SYMBOL, and each type that
the first page of its module does not list.

Reads the symbol graphs in FOLDER/MODULE. HyperbasisExchange is not re-exported: of its symbols only
those count that the library's own declarations lead to, such as the options of an import.
"""

import json
import sys
from pathlib import Path

folder = Path(sys.argv[1])
root = Path.cwd().resolve()


def graph(module):
    return json.loads((folder / module / f"{module}.symbols.json").read_text())


def mentioned(symbol):
    """The identifiers of all symbols that a declaration names."""
    signature = symbol.get("functionSignature", {})
    fragments = symbol.get("declarationFragments", []) + signature.get("returns", [])
    for parameter in signature.get("parameters", []):
        fragments = fragments + parameter["declarationFragments"]
    return {part["preciseIdentifier"] for part in fragments if "preciseIdentifier" in part}


def reachable(inner, outer):
    """The symbols of `inner` that declarations of `outer` lead to, with their members."""
    symbols = {symbol["identifier"]["precise"]: symbol for symbol in inner["symbols"]}
    members = {}
    for relation in inner["relationships"]:
        if relation["kind"] in ("memberOf", "requirementOf"):
            members.setdefault(relation["target"], set()).add(relation["source"])
    waiting = set().union(*(mentioned(symbol) for symbol in outer["symbols"]))
    found = {}
    while waiting:
        identifier = waiting.pop()
        if identifier in found or identifier not in symbols:
            continue
        found[identifier] = symbols[identifier]
        waiting |= members.get(identifier, set()) | mentioned(symbols[identifier])
    return list(found.values())


def unlisted(module, symbols):
    """The names at the top level that are in none of the groups of the module's first page."""
    page = Path(f"Sources/{module}/{module}.docc/{module}.md").read_text()
    names = {symbol["pathComponents"][0] for symbol in symbols if len(symbol["pathComponents"]) == 1}
    # An underscore says that a name is for generated code.
    return sorted(name for name in names if f"``{name}``" not in page and not name.startswith("_"))


hyperbasis = graph("Hyperbasis")
revertible = graph("Revertible")
symbols = hyperbasis["symbols"] + revertible["symbols"]
symbols += reachable(graph("HyperbasisExchange"), hyperbasis)
count = 0
missing = []
for symbol in symbols:
    # What the compiler or the standard library wrote has no place in our sources.
    location = symbol.get("location")
    if location is None or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
        continue
    count += 1
    if not symbol.get("docComment"):
        path = Path(location["uri"].removeprefix("file://"))
        path = path.relative_to(root) if path.is_relative_to(root) else path
        name = ".".join(symbol["pathComponents"])
        missing.append((str(path), location["position"]["line"] + 1, name))

for path, line, name in sorted(missing):
    print(f"{path}:{line}: {name} has no documentation comment")
strays = []
for module, content in (("Hyperbasis", hyperbasis), ("Revertible", revertible)):
    for name in unlisted(module, content["symbols"]):
        strays.append(name)
        print(f"Sources/{module}/{module}.docc/{module}.md: {name} is in none of its groups")
if missing or strays or count < 500:
    sys.exit(f"{len(missing)} of {count} public symbols are not documented, {len(strays)} not listed")
print(f"{count} public symbols are documented")
