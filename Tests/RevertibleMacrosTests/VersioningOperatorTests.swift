import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// A macro that may add arbitrary members hides the operators in a type's body from its protocols.
struct VersioningOperatorTests {
  @Test func operatorsStandForThemselvesUnderAnotherName() {
    expectExpansion(
      of: """
        @Versioning
        public class Model: Comparable {
          var text = ""
          nonisolated public static func == (first: Model, second: Model) -> Bool { first === second }
          public static func < (first: Model, second: Model) -> Bool { first.text < second.text }
        }
        """,
      is: """
        public class Model: Comparable {
          @Versioned
          var text = ""
          nonisolated public static func == (first: Model, second: Model) -> Bool { first === second }
          public static func < (first: Model, second: Model) -> Bool { first.text < second.text }

          @_implements(Equatable, ==(_:_:))
          nonisolated public static func _isEqual(_ first: Model, _ second: Model) -> Swift.Bool {
            first == second
          }
          @_implements(Comparable, <(_:_:))
          public static func _isLess(_ first: Model, _ second: Model) -> Swift.Bool {
            first < second
          }
        }
        """)
  }

  @Test func operatorsOfUnknownProtocolsBelongInExtensions() {
    expectExpansion(
      of: """
        @Versioning
        struct Model: Addable, Sendable {
          var count = 0
          static func + (first: Model, second: Model) -> Model { first }
        }
        @Versioning
        struct Other: Sendable {
          var count = 0
          static func + (first: Other, second: Other) -> Other { first }
          static func == (first: Other, second: Other) -> Bool { true }
        }
        """,
      is: """
        struct Model: Addable, Sendable {
          @Versioned
          var count = 0
          static func + (first: Model, second: Model) -> Model { first }
        }
        struct Other: Sendable {
          @Versioned
          var count = 0
          static func + (first: Other, second: Other) -> Other { first }
          static func == (first: Other, second: Other) -> Bool { true }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'+' in the body of a type with '@Versioning' does not satisfy a protocol that requires it; if one does, move it to an extension",
          line: 4, column: 15, severity: .warning)
      ])
  }

  @Test func wrappersStandInTheWayOfTheHistory() {
    expectExpansion(
      of: """
        @Versioning("level", "count")
        struct Model {
          @Clamped var level = 0
          @MainActor @OtherActor var count = 0
        }
        """,
      is: """
        struct Model {
          @Clamped
          @Versioned var level = 0
          @MainActor @OtherActor
          @Versioned var count = 0
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'level' has '@Clamped'; if that is a property wrapper, '@Versioning' cannot add its own, so move the value to a property without one",
          line: 1, column: 13, severity: .warning)
      ])
  }
}
