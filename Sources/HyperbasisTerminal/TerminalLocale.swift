#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The character encoding used to write to the terminal.
package enum TerminalLocale {
  /// Sets the encoding from the environment and returns whether it is UTF-8.
  ///
  /// If no locale is set, or a UTF-8 one that is not installed, as in many containers, UTF-8 is used:
  /// almost no terminal uses anything else.
  package static func setUp(environment: [String: String]) -> Bool {
    let wanted = wantedName(environment)
    if setlocale(LC_CTYPE, wanted) != nil {
      if isUTF8 { return true }
      if !wanted.isEmpty { return false }
    } else if !wanted.isEmpty && !namesUTF8(wanted) {
      setlocale(LC_CTYPE, "C")
      return false
    }
    let others: [String] = ["C.UTF-8", "en_US.UTF-8"]
    return others.contains { setlocale(LC_CTYPE, $0) != nil && isUTF8 }
  }

  /// Returns the locale name that applies: the first of these variables that is set and not empty.
  package static func wantedName(_ environment: [String: String]) -> String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }

  package static func namesUTF8(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
  }

  private static var isUTF8: Bool {
    guard let name = nl_langinfo(nl_item(CODESET)) else { return false }
    return namesUTF8(String(cString: name))
  }
}
