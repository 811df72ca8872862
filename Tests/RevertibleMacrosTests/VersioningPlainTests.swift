import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

struct VersioningPlainTests {
  @Test(arguments: ["struct", "final class", "actor"])
  func wrapsEachStoredVariable(kind: String) {
    expectExpansion(
      of: """
        @Versioning
        \(kind) Model {
          static var shared = 0
          let id = 1
          var activity: Activity = .mock
          private(set) var name = "" {
            didSet { print(name) }
          }
          var length: Int { name.count }
          @State var other = 1
          @MainActor var onMain: Activity
        }
        """,
      is: """
        \(kind) Model {
          static var shared = 0
          let id = 1
          @Versioned
          var activity: Activity = .mock
          @Versioned
          private(set) var name = "" {
            didSet { print(name) }
          }
          var length: Int { name.count }
          @State var other = 1
          @MainActor
          @Versioned var onMain: Activity
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "the observers of 'name' run when it is set, but not on undo and redo; \(kind == "final class" ? "make the class '@Observable' so that they run, or " : "")apply '@Versioned' to the property yourself if that is what you want",
          line: 7, column: 5, severity: .warning)
      ])
  }

  @Test func wrapsNamedPropertiesOnly() {
    expectExpansion(
      of: """
        @Versioning("activity", errorMode: .throwErrors)
        struct Model {
          var activity: Activity = .mock
          var notTracked: Activity = .mock
        }
        """,
      is: """
        struct Model {
          @ThrowingVersioned
          var activity: Activity = .mock
          var notTracked: Activity = .mock
        }
        """)
  }

  @Test func wrapsStaticVariablesOfAnEnum() {
    expectExpansion(
      of: """
        @Versioning
        @MainActor enum Settings {
          case unused
          static var activity: Activity = .mock
          static let limit = 3
          var computed: Int { 1 }
        }
        """,
      is: """
        @MainActor enum Settings {
          case unused
          @Versioned
          static var activity: Activity = .mock
          static let limit = 3
          var computed: Int { 1 }
        }
        """)
  }

  @Test func debouncesWithTheInitialValueOrByType() {
    expectExpansion(
      of: """
        @Versioning(errorMode: .assignErrors, debounceMilliseconds: 200)
        public struct Model {
          var activity: Activity = .mock
          var other: Activity
        }
        """,
      is: """
        public struct Model {
          @Versioned(debounceInterval: .milliseconds(200))
          var activity: Activity = .mock
          @_DebouncedVersioned<Activity, Swift.Never, _VersioningDebounce>
          var other: Activity

          public enum _VersioningDebounce: _VersioningInterval {
            public static var interval: Swift.Duration {
              .milliseconds(200)
            }
          }
        }
        """)
  }
}
