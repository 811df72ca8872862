internal import SwiftSyntax

/// The results that a macro derives from a type's members, together with the `#if` around them.
///
/// A macro sees every branch of `#if` and does not know which one is compiled, so the code that it
/// generates for a member needs the same condition.
indirect enum ConditionalMembers<Element> {
  case element(Element)
  case conditional([Clause])

  struct Clause {
    /// The opening line, such as `#if DEBUG` or `#else`.
    let heading: String
    let members: [ConditionalMembers]
  }
}

extension ConditionalMembers {
  /// Reads members in order; `elements` returns what each declaration contributes.
  static func read(
    _ members: MemberBlockItemListSyntax, elements: (DeclSyntax) -> [Element]
  ) -> [ConditionalMembers] {
    members.flatMap { member -> [ConditionalMembers] in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else {
        return elements(member.decl).map { .element($0) }
      }
      let clauses = condition.clauses.map { clause in
        var inner: [ConditionalMembers] = []
        if case .decls(let members) = clause.elements {
          inner = read(members, elements: elements)
        }
        return Clause(heading: clause.heading, members: inner)
      }
      return clauses.contains { !$0.members.isEmpty } ? [.conditional(clauses)] : []
    }
  }

  /// All elements, regardless of their conditions.
  var elements: [Element] {
    switch self {
    case .element(let element): [element]
    case .conditional(let clauses): clauses.flatMap { $0.members.flatMap(\.elements) }
    }
  }

  /// Returns the lines for each element, inside the `#if` lines that enclosed it.
  func lines(_ lines: (Element) -> [String]) -> [String] {
    switch self {
    case .element(let element):
      return lines(element)
    case .conditional(let clauses):
      return clauses.flatMap { [$0.heading] + $0.members.flatMap { $0.lines(lines) } } + ["#endif"]
    }
  }
}

extension IfConfigClauseSyntax {
  /// The line that begins the clause.
  var heading: String {
    let condition = condition.map { " " + $0.trimmedDescription } ?? ""
    return poundKeyword.text + condition
  }
}

// MARK: - Lines

/// Returns lines of Swift, indented by two more spaces.
func indented(_ lines: [String]) -> [String] {
  lines.map { $0.isEmpty ? $0 : "  " + $0 }
}

/// Returns a declaration or statement with a body.
func block(_ heading: String, _ body: [String]) -> [String] {
  [heading + " {"] + indented(body) + ["}"]
}
