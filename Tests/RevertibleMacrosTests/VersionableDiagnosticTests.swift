import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

struct VersionableDiagnosticTests {
  @Test(arguments: ["class", "actor"])
  func refusesReferenceTypes(kind: String) {
    expectExpansion(
      of: """
        @Versionable
        final \(kind) Note {
          var text = ""
        }
        """,
      is: """
        final \(kind) Note {
          var text = ""
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Versionable' can only be applied to structs and enums; keep the state of this \(kind) in a struct, and track that with '@Versioning'",
          line: 2, column: 7)
      ])
  }

  @Test func refusesProtocols() {
    expectExpansion(
      of: """
        @Versionable
        protocol Note {
        }
        """,
      is: """
        protocol Note {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Versionable' can only be applied to structs and enums", line: 2, column: 1)
      ])
  }

  /// A `private` type is visible to an extension only at the top level of its file.
  @Test func refusesTypesHiddenInOthers() {
    expectExpansion(
      of: """
        struct Editor {
          @Versionable
          private struct Draft {
            var text = ""
          }
        }
        """,
      is: """
        struct Editor {
          private struct Draft {
            var text = ""
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Versionable' adds an extension, which cannot see a 'private' type nested in another type; make it 'fileprivate'",
          line: 3, column: 3, fixIts: [FixItSpec(message: "make it 'fileprivate'")])
      ],
      fixed: """
        struct Editor {
          @Versionable
          fileprivate struct Draft {
            var text = ""
          }
        }
        """)
  }

  /// Copies would share the history. Even an ignored property is compared.
  @Test(arguments: ["", "@VersionableIgnored "], ["Versioned", "ThrowingVersioned"])
  func refusesHistoriesInValues(mark: String, wrapper: String) {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          @\(wrapper) \(mark)var text = ""
          var number = 0
          @Versioned static var count = 0
        }
        """,
      is: """
        struct Note {
          @\(wrapper) var text = ""
          var number = 0
          @Versioned static var count = 0
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@\(wrapper)' cannot be used in a '@Versionable' type, because copies of a value would share its history; remove it, and apply it to the property of a model that holds the whole value",
          line: 3, column: 3, fixIts: [FixItSpec(message: "remove '@\(wrapper)'")])
      ],
      fixed: """
        @Versionable
        struct Note {
          \(mark)var text = ""
          var number = 0
          @Versioned static var count = 0
        }
        """)
  }

  @Test func ignoringNeedsAPropertyOfAStruct() {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          @VersionableIgnored
          func f() {}
        }
        final class Model {
          @VersionableIgnored
          var text = ""
        }
        """,
      is: """
        struct Note {
          func f() {}
        }
        final class Model {
          var text = ""
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@VersionableIgnored' can only be applied to properties of structs",
          line: 3, column: 3, fixIts: [FixItSpec(message: "remove '@VersionableIgnored'")]),
        DiagnosticSpec(
          message: "'@VersionableIgnored' can only be applied to properties of structs",
          line: 7, column: 3, severity: .warning,
          fixIts: [FixItSpec(message: "remove '@VersionableIgnored'")]),
      ],
      fixed: """
        @Versionable
        struct Note {
          func f() {}
        }
        final class Model {
          var text = ""
        }
        """)
  }

  @Test func ignoringAnAssociatedValueIsRefused() {
    expectExpansion(
      of: """
        @Versionable
        enum Level {
          @VersionableIgnored case low
          @VersionableIgnored var size: Int { 1 }
        }
        """,
      is: """
        enum Level {
          case low
          var size: Int { 1 }
        }

        extension Level: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendOverwriteReversion(at: \\.self)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@VersionableIgnored' can only be applied to properties of structs; an enum can be tracked only if all of its associated values are",
          line: 3, column: 3, fixIts: [FixItSpec(message: "remove '@VersionableIgnored'")]),
        DiagnosticSpec(
          message:
            "'@VersionableIgnored' can only be applied to properties of structs; an enum can be tracked only if all of its associated values are",
          line: 4, column: 3, severity: .warning,
          fixIts: [FixItSpec(message: "remove '@VersionableIgnored'")]),
      ],
      fixed: """
        @Versionable
        enum Level {
          case low
          var size: Int { 1 }
        }
        """)
  }

  @Test func ignoringWhatIsNotTrackedIsNeedless() {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          @VersionableIgnored let id: Int
        }
        struct Plain {
          @VersionableIgnored var text: String
        }
        """,
      is: """
        struct Note {
          let id: Int
        }
        struct Plain {
          var text: String
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@VersionableIgnored' has no effect: 'id' is a constant",
          line: 3, column: 3, severity: .warning,
          fixIts: [FixItSpec(message: "remove '@VersionableIgnored'")]),
        DiagnosticSpec(
          message:
            "'@VersionableIgnored' has no effect, because 'Plain' is not '@Versionable'",
          line: 6, column: 3, severity: .warning,
          fixIts: [FixItSpec(message: "remove '@VersionableIgnored'")]),
      ],
      fixed: """
        @Versionable
        struct Note {
          let id: Int
        }
        struct Plain {
          var text: String
        }
        """)
  }
}
