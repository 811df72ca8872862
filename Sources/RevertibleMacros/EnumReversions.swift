internal import SwiftSyntax

/// Tracks the case of an enum and, while that stays the same, each associated value.
///
/// Key paths reach properties only, so that each associated value gets one: readable in its case,
/// `nil` in the others.
struct EnumReversions {
  private let cases: [ConditionalMembers<EnumCase>]
  private let names: EnumHelperNames

  init(_ declaration: EnumDeclSyntax) {
    var names = EnumHelperNames(declaration)
    cases = ConditionalMembers.read(declaration.memberBlock.members) { member in
      (member.as(EnumCaseDeclSyntax.self)?.elements).map { elements in
        elements.map { EnumCase($0, names: &names) }
      } ?? []
    }
    self.names = names
  }
}

extension EnumReversions {
  func body(access: String) -> VersionableBody {
    let values = cases.flatMap(\.elements).flatMap(\.values)
    return VersionableBody(
      members: VersionableBody.addReversions(
        access: access, statements(hasValues: !values.isEmpty)),
      trackedTypes: values.map { Syntax($0.type) }, untrackedTypes: [])
  }

  /// The members of the enum that key paths need, if there are associated values.
  var helpers: [[String]] {
    guard cases.contains(where: { $0.elements.contains { !$0.values.isEmpty } }) else { return [] }
    return [caseNameEnum, caseNameProperty] + properties
  }

  private func statements(hasValues: Bool) -> [String] {
    guard hasValues else {
      return cases.isEmpty ? [] : ["reverter.appendOverwriteReversion(at: \\.self)"]
    }
    let overwrite = block(
      "guard !reverter.hasChanged(at: \\.\(names.caseName)) else",
      ["reverter.appendOverwriteReversion(at: \\.self)", "return"])
    return overwrite
      + cases.flatMap { member in
        member.lines { enumCase in
          enumCase.values.map { "reverter.appendReversion(at: \\.\($0.property))" }
        }
      }
  }

  private var caseNameEnum: [String] {
    block(
      "private enum \(names.caseType)",
      cases.flatMap { $0.lines { ["case \($0.name)"] } })
  }

  private var caseNameProperty: [String] {
    let switchLines =
      ["switch self {"]
      + cases.flatMap { $0.lines { ["case .\($0.name):", "  .\($0.name)"] } } + ["}"]
    return block("private var \(names.caseName): \(names.caseType)", switchLines)
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

/// Names for the members that an enum's extension adds, apart from those the enum has.
struct EnumHelperNames {
  private(set) var caseType = "CaseName"
  private(set) var caseName = "caseName"
  private var used: Set<String>

  init(_ declaration: EnumDeclSyntax) {
    let properties = Property.properties(in: declaration.memberBlock.members).map(\.plainName)
    let types = declaration.memberBlock.members.compactMap { member in
      member.decl.asProtocol((any NamedDeclSyntax).self)?.name.plainText
    }
    used = Set(properties + types)
    caseType = unused(caseType)
    caseName = unused(caseName)
  }

  /// The name itself, or with underscores behind it until nothing else has it.
  mutating func unused(_ name: String) -> String {
    var name = name
    while !used.insert(name).inserted { name += "_" }
    return name
  }
}
