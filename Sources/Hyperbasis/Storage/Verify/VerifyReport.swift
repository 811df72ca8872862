/// What checking a store found.
package struct VerifyReport: Sendable {
  /// How many files were looked at.
  package var files = 0
  /// How many events the logs hold, synthetic ones left out.
  package var events = 0
  package var problems: [StoreProblem] = []

  package init() {}

  /// The worst of the problems; nil where there is none.
  package var severity: StoreProblem.Kind.Severity? {
    problems.map(\.kind.severity).max()
  }
}
