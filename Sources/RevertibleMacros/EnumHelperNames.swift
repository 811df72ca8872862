internal import SwiftSyntax

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
