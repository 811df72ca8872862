import Foundation

/// The local zone, as the variable TZ gives it.
///
/// Foundation understands only the names of zones. It reads the other forms of POSIX as UTC, and
/// `UTC-5`, which POSIX counts westwards, as five hours behind Greenwich instead of five ahead.
struct LocalZone: Equatable {
  let zone: TimeZone
  /// The warning if the variable names no existing zone; nil otherwise.
  var problem: String?
}

extension LocalZone {
  /// - Parameter variable: the value of TZ; nil for the zone of the system.
  init(variable: String?) {
    guard let variable else {
      self.init(zone: .autoupdatingCurrent)
      return
    }
    let name = Self.name(variable)
    if let offset = Self.fixedOffset(name), let fixed = TimeZone(secondsFromGMT: offset) {
      self.init(zone: fixed)
    } else if let known = TimeZone(identifier: name) {
      self.init(zone: known)
    } else {
      self.init(
        zone: .gmt,
        problem: "TZ is \"\(variable)\", which is not the name of a time zone: dates are read and "
          + "shown in UTC; set it to a name such as Europe/Berlin, or use --utc")
    }
  }

  /// Returns the name after a colon or in the path of a system zone file; UTC for an empty text.
  private static func name(_ variable: String) -> String {
    let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if text.isEmpty { return "UTC" }
    guard text.hasPrefix("/"), let folder = text.firstRange(of: "/zoneinfo/") else { return text }
    return String(text[folder.upperBound...])
  }

  /// Returns the seconds east of Greenwich of a zone without summer time, such as `EST5`, `UTC-5:30` or
  /// `<+03>-3`.
  ///
  /// The form is that of POSIX: a name, and what must be added to get UTC.
  /// https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html
  private static func fixedOffset(_ text: String) -> Int? {
    let form =
      /(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)([+-]?)([0-9]{1,2})(?::([0-5][0-9]))?(?::([0-5][0-9]))?/
    guard let match = text.wholeMatch(of: form)?.output else { return nil }
    func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
    let hours = number(match.2)
    guard hours <= 24 else { return nil }
    let seconds = hours * 3600 + number(match.3) * 60 + number(match.4)
    return match.1 == "-" ? seconds : -seconds
  }
}
