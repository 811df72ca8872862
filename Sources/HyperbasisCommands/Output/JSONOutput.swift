/// Prints JSON documents, lists with one element per line, so that they can be written as they come.
struct JSONOutput {
  let output: any TextOutput

  /// Prints a node. The members of an object are on lines of their own, as are the elements of its
  /// lists.
  func print(_ node: JSONNode) throws {
    switch node {
    case .array(let elements): try print(elements)
    case .object(let members): try print(members)
    default: try output.writeLine(node.text)
    }
  }

  func print(_ elements: some Sequence<JSONNode>) throws {
    try printList(elements) { $0 }
  }

  /// Prints a list whose elements are produced one by one.
  func printList<Elements: Sequence>(
    _ elements: Elements, _ node: (Elements.Element) throws -> JSONNode
  ) throws {
    try writeList(elements, indent: "", node)
    try output.writeLine()
  }

  /// Prints a long list whose elements are produced on all cores.
  ///
  /// - Parameters:
  ///   - count: how many places it has.
  ///   - nodes: returns the elements at some places; none, one or several for each.
  func printList(
    _ count: Int, _ nodes: @escaping @Sendable (Range<Int>) throws -> [JSONNode]
  ) throws {
    var isEmpty = true
    let parts = OrderedBatches(count: count) { range in
      try nodes(range).map { ",\n  " + $0.text }.joined()
    }
    try parts.handOut { text in
      guard !text.isEmpty else { return }
      try output.write(isEmpty ? "[" + text.dropFirst() : text)
      isEmpty = false
    }
    try output.writeLine(isEmpty ? "[]" : "\n]")
  }

  private func print(_ members: [(String, JSONNode)]) throws {
    var line = "{"
    for (index, member) in members.enumerated() {
      line += index > 0 ? ",\n  " : "\n  "
      line += JSONNode.string(member.0).text + ": "
      if case .array(let elements) = member.1, elements.contains(where: \.isContainer) {
        try output.write(line)
        try writeList(elements, indent: "  ") { $0 }
        line = ""
      } else {
        line += member.1.text
      }
    }
    try output.writeLine(line + "\n}")
  }

  private func writeList<Elements: Sequence>(
    _ elements: Elements, indent: String, _ node: (Elements.Element) throws -> JSONNode
  ) throws {
    var isEmpty = true
    for element in elements {
      let lead = isEmpty ? "[\n\(indent)  " : ",\n\(indent)  "
      try output.write(lead + node(element).text)
      isEmpty = false
    }
    try output.write(isEmpty ? "[]" : "\n\(indent)]")
  }
}

extension JSONNode {
  /// Whether the node is a list or an object.
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
