#!/usr/bin/env python3
"""Writes the Swift blocks of the README, of the DocC catalogues and of the documentation comments as
files that can be compiled.

What a block does not say itself, such as which storage it means, is in Fixtures: NAME.swift for all
blocks of NAME.md, MODULE.NAME.swift for those in the comments of MODULE's NAME.swift. The declarations of an article go to file scope and stay visible in later blocks;
the statements go one after the other into a function, each block in a scope of its own. A block that
declares a type again begins a new file. NAME.N.swift is for the Nth block alone, which it takes in at
`// BLOCK`: for members without their type. A fixture takes in another one with `// INCLUDE NAME`.

Errors are reported where the block stands in its document.
"""

import re
import sys
from pathlib import Path

output = Path(sys.argv[1])
fixtures = Path(__file__).parent / "Fixtures"
documents = [
    Path("README.md"), *sorted(Path("Sources").glob("**/*.docc/**/*.md")),
    *sorted(path for path in Path("Sources").glob("**/*.swift") if "/// ```swift" in path.read_text()),
]

ATTRIBUTE = r"@\w+(?:\((?:[^()]|\([^()]*\))*\))?"
BLOCK = re.compile(r"^( *)```swift\n(.*?)^ *```$", re.S | re.M)
MODIFIERS = r"(?:(?:public|private|fileprivate|final|indirect|nonisolated)\s+)*"
TYPE = re.compile(MODIFIERS + r"(?:struct|class|enum|actor|protocol)\s+(\w+)")
DECLARATION = re.compile(MODIFIERS + r"(?:struct|class|enum|actor|protocol|extension|func)\b")


class Piece:
    """A part of a block at its top level: a declaration or a statement, with its attributes."""

    def __init__(self, line):
        self.line, self.lines = line, []

    @property
    def code(self):
        return re.sub(rf"^(?:\s*(?:{ATTRIBUTE}|//.*\n))*\s*", "", "\n".join(self.lines))

    @property
    def type(self):
        match = TYPE.match(self.code)
        return match.group(1) if match else None

    def text(self, path, modifier=""):
        """The piece, with a modifier for what it declares, at its place in the document."""
        text = "\n".join(self.lines)
        start = len(text) - len(self.code)
        text = text[:start] + modifier + text[start:]
        return f'#sourceLocation(file: "{path}", line: {self.line})\n{text}\n#sourceLocation()\n'


def pieces(text, line):
    """The parts of a block: a part ends with a line after which no bracket is open."""
    result, current, depth = [], None, 0
    for number, content in enumerate(text.split("\n"), start=line):
        code = re.sub(r'"(?:\\.|[^"\\])*"|//.*', "", content)
        if current is None:
            if not content.strip():
                continue
            current = Piece(number)
        current.lines.append(content)
        depth += len(re.findall(r"[({\[]", code)) - len(re.findall(r"[)}\]]", code))
        is_prefix = re.fullmatch(rf"(?:\s*{ATTRIBUTE})*\s*", code)
        if depth == 0 and not is_prefix:
            result.append(current)
            current = None
    return result


class Unit:
    """One file: declarations at its top, the statements of each block in a scope of their own."""

    def __init__(self, fixture, carried=()):
        self.fixture = fixture
        self.imports = {"import Foundation", "import Hyperbasis", "import Observation"}
        self.imports.add("import Revertible")
        self.declarations, self.scopes = list(carried), []

    @property
    def types(self):
        return {piece.type for piece in self.declarations} - {None}

    def add(self, block):
        self.scopes.append([])
        for piece in block:
            if piece.code.startswith("import "):
                self.imports.add(piece.code)
            elif DECLARATION.match(piece.code):
                self.declarations.append(piece)
            else:
                self.scopes[-1].append(piece)

    def text(self, path):
        result = "\n".join(sorted(self.imports)) + "\n\n" + self.fixture + "\n"
        for piece in self.declarations:
            result += piece.text(path, "private " if piece.code.startswith("func ") else "")
        result += "@MainActor private func run() async throws {\n"
        for scope in self.scopes:
            result += "do {\n" + "".join(piece.text(path) for piece in scope)
        return result + "}\n" * len(self.scopes) + "}\n"


def read(path):
    """A document's text; of a source file what its documentation comments say, line by line."""
    text = path.read_text()
    if path.suffix == ".md":
        return text
    comments = (re.match(r"\s*/// ?(.*)", line) for line in text.split("\n"))
    return "\n".join(comment.group(1) if comment else "" for comment in comments)


def fixture(name):
    path = fixtures / f"{name}.swift"
    if not path.exists():
        return ""
    return re.sub(r"// INCLUDE (\w+)", lambda match: fixture(match.group(1)), path.read_text())


def write(name, text):
    """A file whose types have names that no other file has: all are compiled as one module.

    Making them private instead would not do: what macros write for nested types is not private.
    """
    types = set(re.findall(rf"^(?:{ATTRIBUTE}\s+)*{TYPE.pattern}", text, re.M))
    for each in types:
        text = re.sub(rf"\b{each}\b", f"{each}_{len(list(output.iterdir()))}", text)
    (output / f"{name}.swift").write_text(text)


count = 0
for path in documents:
    text = read(path)
    name = path.stem if path.suffix == ".md" else f"{path.parts[1]}.{path.stem}"
    units = [Unit(fixture(name))]
    for number, match in enumerate(BLOCK.finditer(text), start=1):
        count += 1
        line = text[: match.start(2)].count("\n") + 1
        indent = len(match.group(1))
        code = "\n".join(content[indent:] for content in match.group(2).rstrip().split("\n"))
        own = fixture(f"{name}.{number}")
        if own:
            location = f'#sourceLocation(file: "{path}", line: {line})\n{code}\n#sourceLocation()'
            assert "// BLOCK" in own, f"Fixtures/{name}.{number}.swift does not say // BLOCK"
            write(f"{name}.{number}", own.replace("// BLOCK", location))
            continue
        block = pieces(code, line)
        declared = {piece.type for piece in block} - {None}
        if declared & units[-1].types:
            kept = [
                piece for piece in units[-1].declarations
                if piece.type is not None and piece.type not in declared
            ]
            units.append(Unit(units[0].fixture, kept))
        units[-1].add(block)
    for number, unit in enumerate(units):
        if unit.scopes:
            write(f"{name}-{number}", unit.text(path))
print(f"{count} Swift blocks")
