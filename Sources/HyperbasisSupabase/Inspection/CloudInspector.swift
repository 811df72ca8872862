/// A cloud that can tell what it offers.
package protocol CloudInspector: Sendable {
  /// Finds out what can be found out. It changes nothing, and fails never: what goes wrong is part
  /// of the report.
  func inspect() async -> HBCloudReport
}
