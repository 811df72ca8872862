/// Lines of Swift, two spaces deeper.
func indented(_ lines: [String]) -> [String] {
  lines.map { $0.isEmpty ? $0 : "  " + $0 }
}

/// A declaration or statement with a body.
func block(_ heading: String, _ body: [String]) -> [String] {
  [heading + " {"] + indented(body) + ["}"]
}
