extension HBStorage {
  /// Finds out what the cloud of the configuration offers: whether it answers, takes the key, has
  /// the tables and the bucket, and lets this user write.
  ///
  /// It takes some requests and changes nothing, here or there. It never fails: what goes wrong is
  /// part of the report.
  @concurrent package func inspectCloud() async -> HBCloudReport {
    guard isCloudEnabled else { return HBCloudReport(connection: .notConfigured) }
    guard let inspector else {
      return HBCloudReport(connection: .unreachable("it cannot be inspected"))
    }
    return await inspector.inspect()
  }
}
