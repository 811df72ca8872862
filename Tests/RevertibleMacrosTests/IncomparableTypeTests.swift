import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Types that cannot be compared are reported where they are written, not where the expansion fails.
struct IncomparableTypeTests {
  @Test func structsTrackNoFunctionsAndTuples() {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          var action: (() -> Void)?
          @VersionableIgnored var done = { print(1) }
          var place: (Int, Int) = (1, 2)
          var (x, y) = (1, 2)
          var size: (Int)
          var area: () -> Int { { 1 } }
        }
        """,
      is: """
        struct Note {
          var action: (() -> Void)?
          var done = { print(1) }
          var place: (Int, Int) = (1, 2)
          var (x, y) = (1, 2)
          var size: (Int)
          var area: () -> Int { { 1 } }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'action' is a function, and functions cannot be compared; move it out of the type, or wrap it in a Hashable type",
          line: 3, column: 7),
        DiagnosticSpec(
          message:
            "'done' is a function, and functions cannot be compared; move it out of the type, or wrap it in a Hashable type",
          line: 4, column: 27),
        DiagnosticSpec(
          message:
            "'place' is a tuple, and tuples are not Hashable; make it a struct with '@Versionable'",
          line: 5, column: 7),
      ])
  }

  @Test func enumsTrackNoFunctionsTuplesAndDoubles() {
    expectExpansion(
      of: """
        @Versionable
        enum Shape {
          case free(@Sendable () -> Void)
          case line([(Int, Int)])
          case rect(width: Int)
          case rect(x: Int, y: Int)
          #if DEBUG
          case probe(Int)
          #else
          case probe(String)
          #endif
        }
        """,
      is: """
        enum Shape {
          case free(@Sendable () -> Void)
          case line([(Int, Int)])
          case rect(width: Int)
          case rect(x: Int, y: Int)
          #if DEBUG
          case probe(Int)
          #else
          case probe(String)
          #endif
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "this value of 'free' is a function, and functions cannot be compared; move it out of the type, or wrap it in a Hashable type",
          line: 3, column: 13),
        DiagnosticSpec(
          message:
            "this value of 'line' is a tuple, and tuples are not Hashable; make it a struct with '@Versionable'",
          line: 4, column: 13),
        DiagnosticSpec(
          message:
            "another case is called 'rect', too, and patterns cannot tell them apart; give each a different name",
          line: 6, column: 8),
      ])
  }

  @Test func modelsLeaveThemOut() {
    expectExpansion(
      of: """
        @Versioning
        final class Model {
          var text = ""
          var handler: () -> Void = {}
        }
        @Versioning("text", "handler")
        final class Other {
          var text = ""
          var handler: () -> Void = {}
        }
        """,
      is: """
        final class Model {
          @Versioned
          var text = ""
          var handler: () -> Void = {}
        }
        final class Other {
          @Versioned
          var text = ""
          var handler: () -> Void = {}
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'handler' is a function, and functions cannot be compared, so it has no versions and is left out; name the properties to track",
          line: 4, column: 7, severity: .warning),
        DiagnosticSpec(
          message:
            "'handler' is a function, and functions cannot be compared, so it has no versions and is left out",
          line: 6, column: 21, severity: .warning,
          fixIts: [FixItSpec(message: "remove 'handler'")]),
      ],
      fixed: """
        @Versioning
        final class Model {
          var text = ""
          var handler: () -> Void = {}
        }
        @Versioning("text")
        final class Other {
          var text = ""
          var handler: () -> Void = {}
        }
        """)
  }
}
