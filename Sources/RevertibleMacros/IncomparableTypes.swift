internal import SwiftDiagnostics
internal import SwiftSyntax

/// A type whose values cannot be compared, as far as the source shows.
enum IncomparableType {
  case function
  case tuple

  /// - Parameter typeOrValue: The type as written, or the initial value from which it is inferred.
  init?(_ typeOrValue: Syntax?) {
    switch typeOrValue?.as(SyntaxEnum.self) {
    case .functionType, .closureExpr: self = .function
    case .attributedType(let type): self.init(Syntax(type.baseType))
    case .optionalType(let type): self.init(Syntax(type.wrappedType))
    case .arrayType(let type): self.init(Syntax(type.element))
    case .dictionaryType(let type): self.init(Syntax(type.value))
    case .tupleType(let type): self.init(type.elements.map { Syntax($0.type) })
    case .tupleExpr(let value): self.init(value.elements.map { Syntax($0.expression) })
    default: return nil
    }
  }

  /// Treats parentheses around a single value as just parentheses, not as a tuple.
  private init?(_ elements: [Syntax]) {
    guard elements.count != 1 else {
      self.init(elements[0])
      return
    }
    self = .tuple
  }

  /// The part of a message that follows the name of a property.
  var description: String {
    switch self {
    case .function: "is a function, and functions cannot be compared"
    case .tuple: "is a tuple, and tuples are not Hashable"
    }
  }

  var advice: String {
    switch self {
    case .function: "move it out of the type, or wrap it in a Hashable type"
    case .tuple: "make it a struct with '@Versionable'"
    }
  }
}

extension Property {
  /// Why its values cannot be compared. A pattern that binds several names is not examined.
  var incomparableType: IncomparableType? {
    binding.pattern.is(IdentifierPatternSyntax.self) ? IncomparableType(typeOrValue) : nil
  }
}

/// Whatever prevents the versions of a type from being compared.
struct IncomparableTypes {
  let diagnostics: [Diagnostic]

  /// - Parameter isHashSynthesized: Whether untracked properties must be Hashable too.
  init(of declaration: some DeclGroupSyntax, isHashSynthesized: Bool) {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      let cases = EnumReversions.elements(of: declaration)
      diagnostics =
        cases.flatMap(\.elements).flatMap(Self.values) + Self.doubles(in: cases, besides: [])
      return
    }
    let tracksAll = !declaration.hasOwnReversions
    diagnostics = Property.properties(in: declaration.memberBlock.members).compactMap { property in
      guard (tracksAll && property.isTracked) || (isHashSynthesized && property.isStored) else {
        return nil
      }
      if let wrapper = property.versionedWrapper {
        return Self.nestedHistory(of: property, in: wrapper)
      }
      return property.incomparableType.map {
        Self.error($0, "'\(property.plainName)'", at: property.name)
      }
    }
  }

  /// Returns an error: copies of the value would share the history, so an earlier version would read as
  /// the latest.
  private static func nestedHistory(
    of property: Property, in wrapper: AttributeSyntax
  ) -> Diagnostic {
    let name = wrapper.plainName
    let fixIt = FixIt.remove("remove '@\(name)'", wrapper, from: property.declaration)
    return .error(
      "versionable-versioned",
      "'@\(name)' cannot be used in a '@Versionable' type, because copies of a value would share its history; remove it, and apply it to the property of a model that holds the whole value",
      at: wrapper, fixIts: fixIt.map { [$0] } ?? [])
  }

  private static func values(of element: EnumCaseElementSyntax) -> [Diagnostic] {
    (element.parameterClause?.parameters).map { parameters in
      parameters.compactMap { parameter in
        IncomparableType(Syntax(parameter.type)).map {
          error($0, "this value of '\(element.name.plainText)'", at: parameter.type)
        }
      }
    } ?? []
  }

  /// Finds cases with the name of another one. Different branches of `#if` never exist together.
  private static func doubles(
    in cases: [ConditionalMembers<EnumCaseElementSyntax>], besides others: Set<String>
  ) -> [Diagnostic] {
    var names = others
    return cases.flatMap { member -> [Diagnostic] in
      switch member {
      case .element(let element):
        return names.insert(element.name.text).inserted ? [] : [double(element)]
      case .conditional(let clauses):
        return clauses.flatMap { doubles(in: $0.members, besides: names) }
      }
    }
  }

  private static func double(_ element: EnumCaseElementSyntax) -> Diagnostic {
    .error(
      "versionable-double",
      "another case is called '\(element.name.plainText)', too, and patterns cannot tell them apart; give each a different name",
      at: element.name)
  }

  private static func error(
    _ type: IncomparableType, _ what: String, at node: some SyntaxProtocol
  ) -> Diagnostic {
    .error("versionable-incomparable", "\(what) \(type.description); \(type.advice)", at: node)
  }
}
