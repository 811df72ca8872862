internal import SwiftSyntax

/// Tracks the case of an enum and, while that stays the same, each associated value.
///
/// Key paths reach only properties, so each associated value gets one, which is `nil` unless the enum
/// is in that case. All of them are members of one type whose name is always the same, because a macro
/// that may add arbitrary names keeps the compiler from finding the operators in the enum's body.
struct EnumReversions {
  private let cases: [ConditionalMembers<EnumCase>]
  private let name: String
  private let isolation: Isolation
  /// The attributes of what names the cases.
  private let attributes: [String]

  init(_ declaration: EnumDeclSyntax) {
    name = declaration.name.text
    isolation = Isolation(of: declaration)
    let name = name
    var names = EnumHelperNames()
    cases = ConditionalMembers.read(declaration.memberBlock.members) { member in
      EnumReversions.elements(of: member).map { EnumCase($0, of: name, names: &names) }
    }
    attributes = AttributeListSyntax.deprecating(
      ConditionalMembers.read(declaration.memberBlock.members) { member in
        member.as(EnumCaseDeclSyntax.self).map { [$0.attributes.areDeprecating] } ?? []
      }.flatMap(\.elements).contains(true))
  }
}

extension EnumReversions {
  static func elements(
    of declaration: EnumDeclSyntax
  ) -> [ConditionalMembers<EnumCaseElementSyntax>] {
    ConditionalMembers.read(declaration.memberBlock.members, elements: elements(of:))
  }

  private static func elements(of member: DeclSyntax) -> [EnumCaseElementSyntax] {
    (member.as(EnumCaseDeclSyntax.self)?.elements).map { Array($0) } ?? []
  }

  func body(access: String) -> VersionableBody {
    let values = cases.flatMap(\.elements).flatMap(\.values)
    return VersionableBody(
      members: (values.isEmpty ? [] : attributes)
        + VersionableBody.addReversions(
          access: access, statements(hasValues: !values.isEmpty)),
      trackedTypes: values.map { Syntax($0.type) }, untrackedTypes: [])
  }

  /// The members of the enum that the key paths go through, if there are associated values.
  var helpers: [[String]] {
    guard cases.contains(where: { $0.elements.contains { !$0.values.isEmpty } }) else { return [] }
    let access = block(
      "\(isolation.ofMembers)private var _versionableValues: _VersionableValues",
      block("get", ["_VersionableValues(value: self)"]) + block("set", ["self = newValue.value"]))
    return [attributes + valuesType, attributes + access]
  }

  private func statements(hasValues: Bool) -> [String] {
    guard hasValues else {
      return cases.isEmpty ? [] : ["reverter.appendOverwriteReversion(at: \\.self)"]
    }
    let overwrite = block(
      "guard !reverter.hasChanged(at: \\._versionableValues.caseName) else",
      ["reverter.appendOverwriteReversion(at: \\.self)", "return"])
    return overwrite
      + cases.flatMap { member in
        member.lines { enumCase in
          enumCase.values.map {
            "reverter.appendReversion(at: \\._versionableValues.\($0.property))"
          }
        }
      }
  }

  private var valuesType: [String] {
    let parts = [["var value: \(name)"], caseNameEnum, caseNameProperty] + properties
    return block(
      "\(isolation.ofTypes)private struct _VersionableValues",
      [String](parts.joined(separator: [""])))
  }

  // Equatable is declared explicitly, because `#if` may leave no case.
  private var caseNameEnum: [String] {
    block(
      "\(isolation.ofTypes)enum CaseName: Equatable",
      cases.flatMap { $0.lines { ["case \($0.name)"] } })
  }

  private var caseNameProperty: [String] {
    let switchLines =
      ["switch value {"]
      + cases.flatMap { $0.lines { ["case .\($0.name):", "  .\($0.name)"] } } + ["}"]
    return block("var caseName: CaseName", switchLines)
  }

  private var properties: [[String]] {
    cases.flatMap { member in
      switch member {
      case .element(let enumCase):
        enumCase.values.indices.map(enumCase.property(ofValueAt:))
      case .conditional:
        [
          member.lines { enumCase in enumCase.values.indices.flatMap(enumCase.property(ofValueAt:))
          }
        ]
      }
    }
  }
}
