import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Whatever a model written for Revertible 2.1.2 contains, it gets at most a warning.
struct ComingFromRevertible2Tests {
  @Test(arguments: [
    "errorMode: .throwErrors, debounceMilliseconds: 200",
    "debounceMilliseconds: 200, errorMode: .throwErrors",
  ])
  func writesTheLabelsInEitherOrder(labels: String) {
    expectExpansion(
      of: """
        @Versioning("text", \(labels))
        struct Model {
          var text = ""
        }
        """,
      is: """
        struct Model {
          @ThrowingVersioned(debounceInterval: .milliseconds(200))
          var text = ""
        }
        """)
  }

  @Test func namesAPropertyThatIsMissing() {
    expectExpansion(
      of: """
        @Versioning("activity", "nothing")
        struct Model {
          var activity = 1
        }
        """,
      is: """
        struct Model {
          @Versioned
          var activity = 1
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'Model' declares no property 'nothing', so the name is ignored",
          line: 1, column: 25, severity: .warning, fixIts: [FixItSpec(message: "remove 'nothing'")])
      ],
      fixed: """
        @Versioning("activity")
        struct Model {
          var activity = 1
        }
        """)
  }

  @Test func misspellsTheNameOfAProperty() {
    expectExpansion(
      of: """
        @Versioning("actvity")
        struct Model {
          var activity = 1
        }
        """,
      is: """
        struct Model {
          var activity = 1
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'Model' declares no property 'actvity', so the name is ignored",
          line: 1, column: 13, severity: .warning,
          fixIts: [FixItSpec(message: "replace it with 'activity'")])
      ],
      fixed: """
        @Versioning("activity")
        struct Model {
          var activity = 1
        }
        """)
  }

  @Test func namesAConstant() {
    expectExpansion(
      of: """
        @Versioning("id", "text")
        struct Model {
          let id = 1
          var text = ""
        }
        """,
      is: """
        struct Model {
          let id = 1
          @Versioned
          var text = ""
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'id' is a constant, so it has no versions and is left out", line: 1, column: 13,
          severity: .warning, fixIts: [FixItSpec(message: "make 'id' a variable")])
      ],
      fixed: """
        @Versioning("id", "text")
        struct Model {
          var id = 1
          var text = ""
        }
        """)
  }

  @Test(arguments: [
    ("var length: Int { 1 }", "is computed and cannot be set"),
    ("var length: Int { get { 1 } }", "is computed and cannot be set"),
    ("var length: Int { get { 1 } set {} }", "is computed"),
    ("static var length = 2", "is static"),
    ("lazy var length = 2", "is lazy"),
    ("weak var length: Model?", "is weak or unowned"),
  ])
  func namesAPropertyThatCannotBeWrapped(declaration: String, reason: String) {
    expectExpansion(
      of: """
        @Versioning("text", "length")
        class Model {
          var text = ""
          \(declaration)
        }
        """,
      is: """
        class Model {
          @Versioned
          var text = ""
          \(declaration)
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'length' \(reason), so it has no versions and is left out",
          line: 1, column: 21, severity: .warning, fixIts: [FixItSpec(message: "remove 'length'")])
      ],
      fixed: """
        @Versioning("text")
        class Model {
          var text = ""
          \(declaration)
        }
        """)
  }

  /// Without any name the macro would track everything, so the fix-it removes the whole attribute. The
  /// error property, which the class may use, is still added.
  @Test func namesNothingThatCanBeTracked() {
    expectExpansion(
      of: """
        @Observable
        @Versioning("length")
        class Model {
          var text = ""
          var length: Int { 1 }
        }
        """,
      is: """
        @Observable
        class Model {
          var text = ""
          var length: Int { 1 }

          private var _versioningError: (any Swift.Error)?

          var versioningError: (any Swift.Error)? {
            get {
              access(keyPath: \\.versioningError)
              return _versioningError
            }
            set {
              withMutation(keyPath: \\.versioningError) {
                _versioningError = newValue
              }
            }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'length' is computed and cannot be set, so it has no versions and is left out",
          line: 2, column: 13, severity: .warning,
          fixIts: [FixItSpec(message: "remove '@Versioning'")])
      ],
      fixed: """
        @Observable
        class Model {
          var text = ""
          var length: Int { 1 }
        }
        """)
  }

  @Test(arguments: [("first = 1, second = 2", [7, 18]), ("(first, second) = (1, 2)", [8, 15])])
  func declaresPropertiesTogether(names: String, columns: [Int]) {
    expectExpansion(
      of: """
        @Versioning
        struct Model {
          var \(names)
          var text = ""
        }
        @Versioning("first", "text")
        struct Other {
          var \(names)
          var text = ""
        }
        """,
      is: """
        struct Model {
          var \(names)
          @Versioned
          var text = ""
        }
        struct Other {
          var \(names)
          @Versioned
          var text = ""
        }
        """,
      diagnostics: zip(["first", "second"], columns).map { name, column in
        DiagnosticSpec(
          message:
            "'\(name)' is declared together with others, so it has no versions and is left out; declare it by itself",
          line: 3, column: column, severity: .warning)
      } + [
        DiagnosticSpec(
          message:
            "'first' is declared together with others, so it has no versions and is left out",
          line: 6, column: 13, severity: .warning, fixIts: [FixItSpec(message: "remove 'first'")])
      ])
  }

  @Test(arguments: ["Versioned", "ThrowingVersioned", "_Versioned<String, Never>"])
  func wrapsAPropertyWithoutTheMacro(wrapper: String) {
    expectExpansion(
      of: """
        @Versioning("text", "other")
        struct Model {
          @\(wrapper)
          var text = ""
          var other = ""
        }
        """,
      is: """
        struct Model {
          @\(wrapper)
          var text = ""
          @Versioned
          var other = ""
        }
        """)
  }

  @Test func ignoresAPropertyOfAClass() {
    expectExpansion(
      of: """
        @Versioning
        class Model {
          var text = ""
          @VersionableIgnored
          var other = 1
        }
        """,
      is: """
        class Model {
          @Versioned
          var text = ""
          var other = 1
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@VersionableIgnored' can only be applied to properties of structs",
          line: 4, column: 3, severity: .warning,
          fixIts: [FixItSpec(message: "remove '@VersionableIgnored'")])
      ])
  }
}
