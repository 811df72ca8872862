import Logging

/// Logs failures that do not make a call fail.
///
/// Everything is logged at level `debug` through `swift-log`: an app that does not bootstrap a
/// logging system sees nothing.
package struct DiagnosticLog: Sendable {
  private let logger: Logger

  package init(label: String) {
    logger = Logger(label: label)
  }

  package static let store = DiagnosticLog(label: "hyperbasis.store")
  package static let sync = DiagnosticLog(label: "hyperbasis.sync")
  package static let program = DiagnosticLog(label: "hyperbasis.program")
}

extension DiagnosticLog {
  package func note(_ what: @autoclosure () -> String) {
    logger.debug("\(what())")
  }

  /// Tries something that the caller does not depend on: a failure is logged and not passed on.
  ///
  /// - Parameter what: what is tried, such as `remove the temporary file`.
  /// - Returns: nil if it failed.
  @discardableResult
  package func attempt<Value>(
    _ what: @autoclosure () -> String, _ body: () throws -> Value
  ) -> Value? {
    do {
      return try body()
    } catch {
      note("could not \(what()): \(error)")
      return nil
    }
  }
}
