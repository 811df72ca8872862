internal import SwiftSyntax

/// Generates the code that names the stored variables of a struct.
struct StructReversions {
  private let members: [ConditionalMembers<Property>]

  init(_ declaration: StructDeclSyntax) {
    members = ConditionalMembers.read(declaration.memberBlock.members) { member in
      member.as(VariableDeclSyntax.self).map(Property.properties(of:)) ?? []
    }
  }
}

extension StructReversions {
  func body(access: String) -> VersionableBody {
    let statements = members.flatMap { member in
      member.lines { property in
        guard property.isTracked else { return [] }
        return property.withoutIgnoring(["reverter.appendReversion(at: \\.\(property.name.text))"])
      }
    }
    let stored = members.flatMap(\.elements).filter(\.isStored)
    let tracked = stored.filter(\.isTracked)
    return VersionableBody(
      members: AttributeListSyntax.deprecating(
        tracked.contains(where: \.declaration.attributes.areDeprecating))
        + VersionableBody.addReversions(access: access, statements),
      trackedTypes: tracked.compactMap(\.typeOrValue),
      untrackedTypes: stored.filter { !$0.isTracked }.compactMap(\.typeOrValue))
  }
}

extension Property {
  var isTracked: Bool {
    obstacle == nil && declaration.attributes.attribute(named: "VersionableIgnored") == nil
  }

  /// Returns the lines under the conditions in which `#if` does not apply `@VersionableIgnored`.
  fileprivate func withoutIgnoring(_ lines: [String]) -> [String] {
    let condition = declaration.attributes.lazy.compactMap { $0.as(IfConfigDeclSyntax.self) }
      .first { $0.clauses.contains(where: \.ignores) }
    guard let condition else { return lines }
    let clauses = condition.clauses.flatMap { [$0.heading] + ($0.ignores ? [] : lines) }
    let isComplete = condition.clauses.contains { $0.poundKeyword.tokenKind == .poundElse }
    return clauses + (isComplete ? [] : ["#else"] + lines) + ["#endif"]
  }

  var isStored: Bool {
    switch obstacle {
    case nil, .constant, .lazy, .reference: true
    case .readOnly, .computed, .declaredTogether, .typeMember, .instanceMember, .unobserved,
      .incomparable:
      false
    }
  }

  var typeOrValue: Syntax? {
    binding.typeAnnotation.map { Syntax($0.type) } ?? binding.initializer.map { Syntax($0.value) }
  }
}

extension IfConfigClauseSyntax {
  fileprivate var ignores: Bool {
    guard case .attributes(let attributes) = elements else { return false }
    return attributes.attribute(named: "VersionableIgnored") != nil
  }
}
