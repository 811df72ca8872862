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
          public static func _isEqual(_ first: Self, _ second: Self) -> Bool {
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
          static func _isEqual(_ first: Self, _ second: Self) -> Bool {
            first == second
          }
          #endif
        }
        """)
  }

  /// The operators for other types, and those that are not there for every value of the type.
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
