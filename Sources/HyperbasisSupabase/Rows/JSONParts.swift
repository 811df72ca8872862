import HyperbasisJSONText
import HyperbasisModels

/// The elements of a JSON array, or the members of an object, as ranges of their bytes.
///
/// Only brackets and strings are looked at, so that one element that cannot be read, such as a number
/// beyond 64 bits that other programs may store, hides no other.
enum JSONParts {
  /// Returns nil for bytes that are not an array.
  static func split(_ bytes: [UInt8]) -> [Range<Int>]? {
    var scanner = Scanner(bytes: bytes)
    return scanner.items(open: "[", close: "]")
  }

  /// Returns the members of an object, as far as each of them can be read.
  static func members(_ bytes: [UInt8]) -> [String: AnyCodableValue]? {
    var scanner = Scanner(bytes: bytes)
    guard let ranges = scanner.items(open: "{", close: "}") else { return nil }
    var members: [String: AnyCodableValue] = [:]
    for range in ranges {
      let object = [UInt8(ascii: "{")] + bytes[range] + [UInt8(ascii: "}")]
      // A member that is not JSON is skipped, so that the row lacks it.
      guard let member = (try? JSONParser.parse(object))?.dictionaryValue else { continue }
      members.merge(member) { first, _ in first }
    }
    return members
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    mutating func items(open: Unicode.Scalar, close: Unicode.Scalar) -> [Range<Int>]? {
      skipSpace()
      guard take(open) else { return nil }
      skipSpace()
      var found: [Range<Int>] = []
      if !take(close) {
        while true {
          let start = position
          guard skipElement(), position > start else { return nil }
          found.append(start..<position)
          if take(close) { break }
          guard take(",") else { return nil }
          skipSpace()
        }
      }
      skipSpace()
      return position == bytes.count ? found : nil
    }

    /// Goes to the comma or bracket after the element; returns false at the end of the bytes.
    private mutating func skipElement() -> Bool {
      var depth = 0
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\""):
          guard skipString() else { return false }
          continue
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          if depth == 0 { return true }
          depth -= 1
        case UInt8(ascii: ",") where depth == 0: return true
        default: break
        }
        position += 1
      }
      return false
    }

    private mutating func skipString() -> Bool {
      position += 1
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\\"): position += 2
        case UInt8(ascii: "\""):
          position += 1
          return true
        default: position += 1
        }
      }
      return false
    }

    private mutating func skipSpace() {
      while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
        position += 1
      }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
        return false
      }
      position += 1
      return true
    }
  }
}
