import Foundation

/// Why a text is not a date, or does not mean one here.
package enum DateExpressionError: LocalizedError, Equatable, Sendable {
  /// Not one of the accepted forms.
  case notUnderstood(String)
  /// Has the form of a date, but does not exist: 31 February, 25:00.
  case noSuchDate(String)
  /// Beyond the years 1 to 9999.
  case outOfRange(String)
  /// A part of the time span below 0 % or above 100 %.
  case outsideSpan(String)
  /// Depends on the time span of a space that has no events.
  case noEvents(String)

  /// The accepted forms, in one line.
  package static let acceptedForms =
    "now, start, end, today, yesterday, start+2h, end-1d, 50%, -2h, 3d ago, 12:03, "
    + "@1705312800.25, or ISO 8601 such as 2024-06-17 or 2024-06-17T23:49:51Z"

  package var errorDescription: String? {
    switch self {
    case .notUnderstood(let text):
      "\"\(Self.excerpt(text))\" is not a date. Give \(Self.acceptedForms)."
    case .noSuchDate(let text):
      "\"\(Self.excerpt(text))\" does not exist in the calendar or on the clock. "
        + "Give a date such as 2024-02-29 or 2024-06-17T23:49:51Z."
    case .outOfRange(let text):
      "\"\(Self.excerpt(text))\" is too far away. Give a date between the years 1 and 9999."
    case .outsideSpan(let text):
      "\"\(Self.excerpt(text))\" lies outside the space's time span. Give 0% to 100%."
    case .noEvents(let text):
      "\"\(Self.excerpt(text))\" needs a time span, and the space has no events. "
        + "Give a date that does not depend on them, such as now or 2024-06-17."
    }
  }

  private static func excerpt(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(60) + "…"
  }
}
