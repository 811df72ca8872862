import Logging

/// Failures that do not make a call fail, for those who look into the log.
///
/// Everything is logged at the level `debug` to the system of `swift-log`: an app that does not
/// bootstrap one sees nothing.
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

  /// Does what nobody waits for: a failure is logged, and is not one of the caller.
  ///
  /// - Parameter what: what is tried, such as `remove the temporary file`.
  /// - Returns: nil where it failed.
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
