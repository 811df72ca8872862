package import Foundation

/// A date that no file of a store can name: outside the years 0 to 9999, or not a number. Usually it is a
/// time in milliseconds that was taken for one in seconds.
package struct UnwritableDateError: LocalizedError, Equatable {
  /// Which of a value's dates it is, such as `createdAt`.
  let name: String

  package var errorDescription: String? {
    "\(name) is not in the years 0 to 9999; a Date counts seconds, not milliseconds"
  }

  /// - Throws: ``HBStorageError/encodingFailed(underlying:)`` for the first date that no file can name.
  package static func check(_ dates: [(name: String, date: Date?)]) throws(HBStorageError) {
    for (name, date) in dates {
      guard let seconds = date?.timeIntervalSince1970 else { continue }
      // Rounded to microseconds, as it would be written.
      guard HBInstant.year0..<HBInstant.year10000 ~= (seconds * 1e6).rounded() / 1e6 else {
        throw .encodingFailed(underlying: UnwritableDateError(name: name))
      }
    }
  }

  /// Checks the dates of a query, which may lie before or after all that a file can name.
  ///
  /// - Throws: ``HBStorageError/encodingFailed(underlying:)`` for the first date that is not a number: as
  ///   an instant it would be 1970, when nothing was there yet.
  package static func checkIsNumber(_ dates: [(name: String, date: Date)]) throws(HBStorageError) {
    for (name, date) in dates where date.timeIntervalSince1970.isNaN {
      throw .encodingFailed(underlying: NotADateError(name: name))
    }
  }
}

/// A date in a query that is not a number.
package struct NotADateError: LocalizedError, Equatable {
  /// Which of the dates it is, such as `from`.
  let name: String

  package var errorDescription: String? {
    "The date \"\(name)\" is not a number, so nothing can be found at it. Nothing was changed; "
      + "give a valid date."
  }
}

extension HBAnchor {
  /// Checks that the anchor may be saved at all.
  ///
  /// - Throws: ``HBAnchorError/invalidTransform(count:)`` or
  ///   ``HBStorageError/encodingFailed(underlying:)``.
  package func checkForSaving() throws {
    guard validate() else { throw HBAnchorError.invalidTransform(count: transform.count) }
    try UnwritableDateError.check([
      ("createdAt", createdAt), ("updatedAt", updatedAt), ("deletedAt", deletedAt),
    ])
    try UnwritableMetadataError.check(metadata)
  }
}
