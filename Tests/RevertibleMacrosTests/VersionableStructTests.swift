import Testing

struct VersionableStructTests {
  @Test func namesEachStoredVariable() {
    expectExpansion(
      of: """
        @Versionable
        struct Activity: Identifiable {
          let id: UUID
          var title: String
          var priority: Priority
          var childActivities: [Activity]
        }
        """,
      is: """
        struct Activity: Identifiable {
          let id: UUID
          var title: String
          var priority: Priority
          var childActivities: [Activity]
        }

        extension Activity: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.title)
            reverter.appendReversion(at: \\.priority)
            reverter.appendReversion(at: \\.childActivities)
          }
        }
        """)
  }

  @Test func leavesOutWhatIsNotAVariableOfTheValue() {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          static var count = 0
          let id = 1
          lazy var cache = 2
          var text = "" {
            didSet { print(text) }
          }
          var length: Int { text.count }
          var upper: String {
            get { text.uppercased() }
            set { text = newValue }
          }
          @VersionableIgnored
          var lastUpdated: Date
          private(set) var size: Int = 0
        }
        """,
      is: """
        struct Note {
          static var count = 0
          let id = 1
          lazy var cache = 2
          var text = "" {
            didSet { print(text) }
          }
          var length: Int { text.count }
          var upper: String {
            get { text.uppercased() }
            set { text = newValue }
          }
          var lastUpdated: Date
          private(set) var size: Int = 0
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
            reverter.appendReversion(at: \\.size)
          }
        }
        """)
  }

  @Test func readsSeveralNamesFromOneDeclaration() {
    expectExpansion(
      of: """
        @Versionable
        struct Point {
          var x = 0, y = 0, area: Int { x * y }
          var (width, height) = (1, 2)
          var `default`: Int
        }
        """,
      is: """
        struct Point {
          var x = 0, y = 0, area: Int { x * y }
          var (width, height) = (1, 2)
          var `default`: Int
        }

        extension Point: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.x)
            reverter.appendReversion(at: \\.y)
            reverter.appendReversion(at: \\.width)
            reverter.appendReversion(at: \\.height)
            reverter.appendReversion(at: \\.`default`)
          }
        }
        """)
  }

  @Test(arguments: ["public", "package"])
  func takesTheAccessOfTheType(access: String) {
    expectExpansion(
      of: """
        @Versionable
        \(access) struct Note {
          \(access) var text: String
        }
        """,
      is: """
        \(access) struct Note {
          \(access) var text: String
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          \(access) func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }
        }
        """)
  }

  @Test func takesTheAccessAndAvailabilityAroundTheType() {
    expectExpansion(
      of: """
        @available(macOS 15, *)
        public extension Outer {
          @Versionable
          struct Inner {
            var text: String
          }
        }
        """,
      is: """
        @available(macOS 15, *)
        public extension Outer {
          struct Inner {
            var text: String
          }
        }

        @available(macOS 15, *)
        extension Outer.Inner: Equatable, Hashable, Revertible, Versionable {
          public func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }
        }
        """)
  }

  @Test func aPrivateTypeNeedsNoAccess() {
    expectExpansion(
      of: """
        @Versionable
        private struct Note {
          private var text: String
        }
        """,
      is: """
        private struct Note {
          private var text: String
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }
        }
        """)
  }

  @Test func keepsConditions() {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          var text: String
          #if os(Linux)
          var path: String
          #elseif DEBUG
          let constant = 1
          #else
          var url: URL
          #endif
          #if DEBUG
          func f() {}
          #endif
        }
        """,
      is: """
        struct Note {
          var text: String
          #if os(Linux)
          var path: String
          #elseif DEBUG
          let constant = 1
          #else
          var url: URL
          #endif
          #if DEBUG
          func f() {}
          #endif
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
            #if os(Linux)
            reverter.appendReversion(at: \\.path)
            #elseif DEBUG
            #else
            reverter.appendReversion(at: \\.url)
            #endif
          }
        }
        """)
  }
}

struct VersionableGenericTests {
  @Test func asksParametersOfTrackedPropertiesToBeRevertible() {
    expectExpansion(
      of: """
        @Versionable
        struct Box<ID, Content, Phantom> {
          let id: ID
          var contents: [Content]
        }
        """,
      is: """
        struct Box<ID, Content, Phantom> {
          let id: ID
          var contents: [Content]
        }

        extension Box: Equatable, Hashable, Revertible, Versionable where ID: Hashable, Content: Revertible {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.contents)
          }
        }
        """)
  }

  @Test func asksNothingWhereTheTypeAsksItself() {
    expectExpansion(
      of: """
        @Versionable
        struct Box<ID: Hashable, Content> where Content: Versionable & Sendable {
          let id: ID
          var content: Content
        }
        """,
      is: """
        struct Box<ID: Hashable, Content> where Content: Versionable & Sendable {
          let id: ID
          var content: Content
        }

        extension Box: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.content)
          }
        }
        """)
  }

  /// The compiler would warn about the name in the expansion, where it cannot be fixed.
  @Test(arguments: ["*, deprecated, message: \"Use text\"", "macOS, deprecated: 15"])
  func namesWhatIsDeprecatedWithoutAWarning(availability: String) {
    expectExpansion(
      of: """
        @Versionable
        public struct Note {
          @available(\(availability))
          public var title = ""
          public var text = ""
        }
        """,
      is: """
        public struct Note {
          @available(\(availability))
          public var title = ""
          public var text = ""
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          @available(*, deprecated)
          public func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.title)
            reverter.appendReversion(at: \\.text)
          }
        }
        """)
  }

  @Test func isNotDeprecatedForWhatItDoesNotName() {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          @available(*, deprecated) @VersionableIgnored var opened = 0
          @available(*, deprecated) var length: Int { 1 }
          var text = ""
        }
        """,
      is: """
        struct Note {
          @available(*, deprecated) var opened = 0
          @available(*, deprecated) var length: Int { 1 }
          var text = ""
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }
        }
        """)
  }

  /// The type itself then defines what is tracked.
  @Test func leavesReversionsOfTheTypesOwnAlone() {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          var text = ""
          var size = (1, 1)
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }
          static func == (first: Note, second: Note) -> Bool { first.text == second.text }
          func hash(into hasher: inout Hasher) { hasher.combine(text) }
        }
        """,
      is: """
        struct Note {
          var text = ""
          var size = (1, 1)
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }
          static func == (first: Note, second: Note) -> Bool { first.text == second.text }
          func hash(into hasher: inout Hasher) { hasher.combine(text) }
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          @_implements(Equatable, ==(_:_:))
          static func _isEqual(_ first: Self, _ second: Self) -> Swift.Bool {
            first == second
          }
        }
        """)
  }

  /// Other functions with this name do not satisfy the protocol's requirement.
  @Test(arguments: ["static func addReversions(into list: [Int])", "func addReversions()"])
  func addsReversionsBesideFunctionsOfThatName(function: String) {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          var text = ""
          \(function) {}
        }
        """,
      is: """
        struct Note {
          var text = ""
          \(function) {}
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }
        }
        """)
  }
}
