import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// For a wrong use, nothing is added that does not compile, so the diagnostic is the only message.
struct VersioningDiagnosticTests {
  @Test func refusesProtocols() {
    expectExpansion(
      of: """
        @Versioning
        protocol Model {
        }
        """,
      is: """
        protocol Model {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Versioning' can only be applied to structs, classes, enums and actors",
          line: 2, column: 1)
      ])
  }

  @Test func refusesExtensionsAndNamesTheirType() {
    expectExpansion(
      of: """
        @Versioning("title")
        extension Editor.Model where Content == Int {
          var title: String {
            get { text }
            set { text = newValue }
          }
        }
        """,
      is: """
        extension Editor.Model where Content == Int {
          var title: String {
            get { text }
            set { text = newValue }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Versioning' can only be applied to structs, classes, enums and actors; write it where 'Editor.Model' is declared, because an extension cannot have stored properties",
          line: 2, column: 1)
      ])
  }

  @Test func removesWhatIsNamedTwice() {
    expectExpansion(
      of: """
        @Versioning("text", "text")
        struct Model {
          var text = ""
        }
        """,
      is: """
        struct Model {
          @Versioned
          var text = ""
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'text' is named twice", line: 1, column: 21, severity: .warning,
          fixIts: [FixItSpec(message: "remove the second 'text'")])
      ],
      fixed: """
        @Versioning("text")
        struct Model {
          var text = ""
        }
        """)
  }

  @Test(arguments: ["0", "-5"])
  func refusesIntervalsThatAreNotPositive(interval: String) {
    expectExpansion(
      of: """
        @Versioning("text", debounceMilliseconds: \(interval))
        struct Model {
          var text = ""
        }
        """,
      is: """
        struct Model {
          @Versioned
          var text = ""
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'debounceMilliseconds' must be positive; omit it to make each change a separate version",
          line: 1, column: 43, fixIts: [FixItSpec(message: "remove 'debounceMilliseconds'")])
      ],
      fixed: """
        @Versioning("text")
        struct Model {
          var text = ""
        }
        """)
  }

  @Test func wantsNamesAndModesWrittenOut() {
    expectExpansion(
      of: """
        @Versioning("\\(name)", errorMode: mode)
        struct Model {
          var text = ""
        }
        @Observable
        @Versioning(errorMode: .assignErrors("my error"))
        class Other {
          var text = ""
        }
        """,
      is: """
        struct Model {
          @Versioned
          var text = ""
        }
        @Observable
        class Other {
          var text = ""
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "write the name of the property as a string without interpolation",
          line: 1, column: 13),
        DiagnosticSpec(
          message:
            "write '.throwErrors', '.assignErrors' or '.assignErrors(\"name\")' here, because the mode decides what is synthesized",
          line: 1, column: 35),
        DiagnosticSpec(
          message:
            "write the name of the error property as a string that is a valid Swift identifier",
          line: 6, column: 38),
      ])
  }

  /// For example, `self` after a dot is always the model, whatever it declares.
  @Test(arguments: ["", "1st", "_", "self", "init", "Type", "Protocol", "`class`", "a b", "a.b"])
  func refusesWhatIsNoName(name: String) {
    expectExpansion(
      of: """
        @Observable
        @Versioning(errorMode: .assignErrors("\(name)"))
        class Model {
          var text = ""
        }
        """,
      is: """
        @Observable
        class Model {
          var text = ""
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "write the name of the error property as a string that is a valid Swift identifier",
          line: 2, column: 38)
      ])
  }

  @Test(arguments: ["class", "default", "in"])
  func refusesKeywordsForWhatItDeclares(name: String) {
    expectExpansion(
      of: """
        @Observable
        @Versioning(errorMode: .assignErrors("\(name)"))
        class Model {
          var text = ""
        }
        """,
      is: """
        @Observable
        class Model {
          var text = ""
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'\(name)' is a keyword and cannot be the name of the error property that '@Versioning' adds; choose another name",
          line: 2, column: 38, fixIts: [FixItSpec(message: "remove the name")])
      ],
      fixed: """
        @Observable
        @Versioning(errorMode: .assignErrors)
        class Model {
          var text = ""
        }
        """)
  }

  /// The type's own declaration has the backticks, and none are needed after a dot.
  @Test func takesKeywordsForWhatTheTypeDeclares() {
    expectExpansion(
      of: """
        @Versioning(errorMode: .assignErrors("default"))
        class Model: ObservableObject {
          @Published var text = ""
          @Published var `default`: (any Error)?
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
          @Published var `default`: (any Error)?

          private(set) lazy var _$text = VersioningController(
            on: self,
            at: \\.text,
            storingErrorsAt: \\.default
          )
        }
        """)
  }

  @Test func plainTypesNeedNoErrorProperty() {
    expectExpansion(
      of: """
        @Versioning(errorMode: .assignErrors("myError"))
        struct Model {
          var text = ""
        }
        """,
      is: """
        struct Model {
          @Versioned
          var text = ""
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'myError' is not used: only '@Observable' and 'ObservableObject' types store errors in a separate property; here each tracked property has 'error' in its projected value",
          line: 1, column: 24, severity: .warning, fixIts: [FixItSpec(message: "remove the name")])
      ],
      fixed: """
        @Versioning(errorMode: .assignErrors)
        struct Model {
          var text = ""
        }
        """)
  }

  @Test func anErrorPropertyHasToTakeErrors() {
    expectExpansion(
      of: """
        @Observable
        @Versioning("text")
        class Model {
          var text = ""
          var versioningError: ReversionError?
        }
        @Observable
        @Versioning("text", errorMode: .assignErrors("failure"))
        class Other {
          var text = ""
          let failure: (any Error)? = nil
        }
        """,
      is: """
        @Observable
        class Model {
          var text = ""
          var versioningError: ReversionError?
        }
        @Observable
        class Other {
          var text = ""
          let failure: (any Error)? = nil
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "errors are stored in 'versioningError', which must have the type '(any Error)?'",
          line: 5, column: 24, fixIts: [FixItSpec(message: "change the type to '(any Error)?'")]),
        DiagnosticSpec(
          message: "errors cannot be stored: 'failure' is a constant",
          line: 11, column: 7, fixIts: [FixItSpec(message: "make 'failure' a variable")]),
      ],
      fixed: """
        @Observable
        @Versioning("text")
        class Model {
          var text = ""
          var versioningError: (any Error)?
        }
        @Observable
        @Versioning("text", errorMode: .assignErrors("failure"))
        class Other {
          var text = ""
          var failure: (any Error)? = nil
        }
        """)
  }

  @Test(arguments: [("struct", "stored variable"), ("enum", "stored static variable")])
  func saysWhenThereIsNothingToTrack(kind: String, what: String) {
    expectExpansion(
      of: """
        @Versioning
        \(kind) Model {
          var length: Int { 1 }
        }
        """,
      is: """
        \(kind) Model {
          var length: Int { 1 }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'Model' declares no \(what) to track", line: 1, column: 1, severity: .warning)
      ])
  }

  /// A controller would never be notified of a change.
  @Test func leavesOutWhatIsNotObserved() {
    expectExpansion(
      of: """
        @Observable
        @Versioning("text")
        class Model {
          @ObservationIgnored var text = ""
        }
        @Observable
        @Versioning("text", "size")
        class Other {
          @ObservationIgnored @AppStorage("size") var size = 1
          @ObservationIgnored @Versioned var text = ""
        }
        """,
      is: """
        @Observable
        class Model {
          @ObservationIgnored var text = ""

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
        @Observable
        class Other {
          @ObservationIgnored @AppStorage("size") var size = 1
          @ObservationIgnored @Versioned var text = ""

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
          message:
            "'text' has '@ObservationIgnored', which hides its changes, so it has no versions and is left out",
          line: 2, column: 13, severity: .warning,
          fixIts: [FixItSpec(message: "remove '@ObservationIgnored'")]),
        DiagnosticSpec(
          message:
            "'size' has '@ObservationIgnored', which hides its changes, so it has no versions and is left out",
          line: 7, column: 21, severity: .warning,
          fixIts: [FixItSpec(message: "remove 'size'")]),
      ],
      fixed: """
        @Observable
        @Versioning("text")
        class Model {
          var text = ""
        }
        @Observable
        @Versioning("text")
        class Other {
          @ObservationIgnored @AppStorage("size") var size = 1
          @ObservationIgnored @Versioned var text = ""
        }
        """)
  }
}
