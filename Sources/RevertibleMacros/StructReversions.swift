internal import SwiftSyntax

/// Names the stored variables of a struct.
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
        property.isTracked ? ["reverter.appendReversion(at: \\.\(property.name.text))"] : []
      }
    }
    let stored = members.flatMap(\.elements).filter(\.isStored)
    return VersionableBody(
      members: VersionableBody.addReversions(access: access, statements),
      trackedTypes: stored.filter(\.isTracked).compactMap(\.typeOrValue),
      untrackedTypes: stored.filter { !$0.isTracked }.compactMap(\.typeOrValue))
  }
}

extension Property {
  fileprivate var isTracked: Bool {
    obstacle == nil && declaration.attributes.attribute(named: "VersionableIgnored") == nil
  }

  fileprivate var isStored: Bool {
    switch obstacle {
    case nil, .constant, .lazy, .reference: true
    case .readOnly, .computed, .declaredTogether, .typeMember, .instanceMember: false
    }
  }

  fileprivate var typeOrValue: Syntax? {
    binding.typeAnnotation.map { Syntax($0.type) } ?? binding.initializer.map { Syntax($0.value) }
  }
}
