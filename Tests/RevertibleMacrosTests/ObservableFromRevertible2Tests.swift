import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Expansions of and warnings about observable classes written for Revertible 2.
struct ObservableFromRevertible2Tests {
  @Test func versionsAComputedPropertyOfAnObservableObject() {
    expectExpansion(
      of: """
        @Versioning("title", errorMode: .throwErrors)
        class Model: ObservableObject {
          @Published var note = Note()
          var cache = 1
          var title: String {
            get { note.title }
            set { note.title = newValue }
          }
        }
        """,
      is: """
        class Model: ObservableObject {
          @Published
          var note = Note() {
            willSet {
              _ = _$title
            }
          }
          var cache = 1
          var title: String {
            get { note.title }
            set { note.title = newValue }
          }

          private(set) lazy var _$title = VersioningController(
            on: self,
            at: \\.title
          )
        }
        """)
  }

  @Test func observesAPropertyOfAnObservableObject() {
    expectExpansion(
      of: """
        @Versioning("text", "other", errorMode: .throwErrors)
        class Model: ObservableObject {
          var text = "" {
            willSet {
            }
          }
          var other = 1
        }
        """,
      is: """
        class Model: ObservableObject {
          var text = "" {
            willSet {
            }
          }
          var other = 1 {
            willSet {
              _ = _$other
              _ = _$text
              objectWillChange.send()
            }
          }

          private(set) lazy var _$text = VersioningController(
            on: self,
            at: \\.text
          )

          private(set) lazy var _$other = VersioningController(
            on: self,
            at: \\.other
          )
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Versioning' cannot add a 'willSet' to 'text', so its changes are tracked only after '_$text' is used or another property changes; use 'didSet' here to have them tracked from the start",
          line: 4, column: 5, severity: .warning)
      ])
  }

  @Test func declaresPropertiesOfAnObservableObjectTogether() {
    expectExpansion(
      of: """
        @Versioning("first", errorMode: .throwErrors)
        class Model: ObservableObject {
          var first = 1, second = 2
          @Published var text = ""
        }
        """,
      is: """
        class Model: ObservableObject {
          var first = 1, second = 2
          @Published
          var text = "" {
            willSet {
              _ = _$first
            }
          }

          private(set) lazy var _$first = VersioningController(
            on: self,
            at: \\.first
          )
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Versioning' cannot add a 'willSet' to 'first', so its changes are tracked only after '_$first' is used or another property changes; declare it by itself to have them tracked from the start",
          line: 3, column: 7, severity: .warning)
      ])
  }

  @Test(arguments: ["{ nil }", "{ get { nil } }"])
  func declaresAnErrorPropertyThatCannotBeSet(accessor: String) {
    expectExpansion(
      of: """
        @Observable
        @Versioning("text", errorMode: .assignErrors("failure"))
        class Model {
          var text = ""
          var failure: (any Error)? \(accessor)
        }
        """,
      is: """
        @Observable
        class Model {
          var text = ""
          var failure: (any Error)? \(accessor)
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "errors cannot be stored: 'failure' is computed and cannot be set",
          line: 5, column: 7)
      ])
  }

  @Test func declaresAStaticErrorProperty() {
    expectExpansion(
      of: """
        @Versioning("text")
        class Model: ObservableObject {
          @Published var text = ""
          static var versioningError: (any Error)?
        }
        """,
      is: """
        class Model: ObservableObject {
          @Published
          var text = "" {
            willSet {
              _ = _$text
            }
          }
          static var versioningError: (any Error)?

          private(set) lazy var _$text = VersioningController(
            on: self,
            at: \\.text,
            storingErrorsAt: \\.versioningError
          )

          @Published
          var versioningError: (any Swift.Error)?
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'versioningError' is static, so errors are stored in an instance property that '@Versioning' adds under that name",
          line: 4, column: 14, severity: .warning,
          fixIts: [FixItSpec(message: "make it an instance property")])
      ],
      fixed: """
        @Versioning("text")
        class Model: ObservableObject {
          @Published var text = ""
          var versioningError: (any Error)?
        }
        """)
  }
}
