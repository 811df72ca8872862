import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What a model written for Revertible 2.1.2 may hold: it gets a warning at most.
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
          message: "'Model' declares no property 'nothing', so the name is left out",
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
          message: "'Model' declares no property 'actvity', so the name is left out",
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
    ("static var length = 2", "belongs to the type, not to its values"),
    ("lazy var length = 2", "is lazy"),
    ("weak var length: Model?", "refers to an object that belongs to somebody else"),
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

  /// Without any name the macro would track everything, so the fix-it takes all of it away. What else
  /// the class uses, its error property, is there all the same.
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

          private var _versioningError: (any Error)?

          var versioningError: (any Error)? {
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
          message: "'@VersionableIgnored' can be applied to properties of structs only",
          line: 4, column: 3, severity: .warning,
          fixIts: [FixItSpec(message: "remove '@VersionableIgnored'")])
      ])
  }
}

// MARK: - Observable classes

extension ComingFromRevertible2Tests {
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
          var versioningError: (any Error)?
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'versioningError' belongs to the type, so errors are stored in a property of the values that '@Versioning' adds under that name",
          line: 4, column: 14, severity: .warning,
          fixIts: [FixItSpec(message: "make it a property of the values")])
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
