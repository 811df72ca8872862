import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

struct VersionableEqualityTests {
  @Test func standsForTheTypesOwnEquality() {
    expectExpansion(
      of: """
        @Versionable
        public struct Note {
          let id: Int
          var text: String

          public static func == (first: Note, second: Self) -> Bool { first.id == second.id }
        }
        """,
      is: """
        public struct Note {
          let id: Int
          var text: String

          public static func == (first: Note, second: Self) -> Bool { first.id == second.id }
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          public func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }

          @_implements(Equatable, ==(_:_:))
          public static func _isEqual(_ first: Self, _ second: Self) -> Swift.Bool {
            first == second
          }
        }
        """)
  }

  @Test func keepsTheConditionOfTheEquality() {
    expectExpansion(
      of: """
        @Versionable
        enum State {
          case draft, done
          #if DEBUG
          static func == (first: State, second: State) -> Bool { true }
          #endif
        }
        """,
      is: """
        enum State {
          case draft, done
          #if DEBUG
          static func == (first: State, second: State) -> Bool { true }
          #endif
        }

        extension State: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendOverwriteReversion(at: \\.self)
          }

          #if DEBUG
          @_implements(Equatable, ==(_:_:))
          static func _isEqual(_ first: Self, _ second: Self) -> Swift.Bool {
            first == second
          }
          #endif
        }
        """)
  }

  /// Untracked properties are neither compared nor hashed, so they may be of any type.
  @Test func needsNothingOfWhatOwnHashingPassesOver() {
    expectExpansion(
      of: """
        @Versionable
        struct Box<Content> {
          var number = 0
          let content: Content
          let action: () -> Void
          static func == (first: Box, second: Box) -> Bool { first.number == second.number }
          func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }
        """,
      is: """
        struct Box<Content> {
          var number = 0
          let content: Content
          let action: () -> Void
          static func == (first: Box, second: Box) -> Bool { first.number == second.number }
          func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }

        extension Box: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.number)
          }

          @_implements(Equatable, ==(_:_:))
          static func _isEqual(_ first: Self, _ second: Self) -> Swift.Bool {
            first == second
          }
        }
        """)
  }

  /// If the body has only one of `==` and `hash(into:)`, the other is synthesized.
  @Test(arguments: [
    "static func == (first: Box, second: Box) -> Bool { true }",
    "func hash(into hasher: inout Hasher) {}",
    "static func hash(into hasher: inout Hasher) {}",
  ])
  func refusesFunctionsWhereOneHalfIsSynthesized(half: String) {
    expectExpansion(
      of: """
        @Versionable
        struct Box {
          let action: () -> Void
          \(half)
        }
        """,
      is: """
        struct Box {
          let action: () -> Void
          \(half)
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'action' is a function, and functions cannot be compared; move it out of the type, or wrap it in a Hashable type",
          line: 3, column: 7)
      ])
  }

  /// Operators for other types, and those that do not exist for every value of the type.
  @Test func leavesOtherOperatorsAlone() {
    expectExpansion(
      of: """
        @Versionable
        struct Box<Content> {
          var content: Content
          static func == (first: Box, second: Int) -> Bool { false }
          static func == (first: Box, second: Box) -> Bool where Content: Comparable { false }
          static func != (first: Box, second: Box) -> Bool { false }
        }
        """,
      is: """
        struct Box<Content> {
          var content: Content
          static func == (first: Box, second: Int) -> Bool { false }
          static func == (first: Box, second: Box) -> Bool where Content: Comparable { false }
          static func != (first: Box, second: Box) -> Bool { false }
        }

        extension Box: Equatable, Hashable, Revertible, Versionable where Content: Revertible {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.content)
          }
        }
        """)
  }
}
