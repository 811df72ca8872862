import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Finds where the members of a JSON object lie while its bytes stream by, so that one large member does
/// not force the whole file into memory.
///
/// It looks at structure only; the reader of a member's value must check that value.
struct MemberScanner {
  /// A member: its name and the bytes of its value, without white space around them.
  struct Member: Equatable {
    let name: String
    let value: Range<Int>
  }

  private(set) var members: [Member] = []
  private var depth = 0
  private var isInString = false
  /// The number of backslashes directly before the next byte of a string.
  private var backslashes = 0
  /// The bytes of a member's name, with its quotes; nil outside one.
  private var name: [UInt8]?
  private var pendingName: String?
  private var valueStart: Int?
  private var valueEnd = 0
  private var position = 0
  private var hasBegun = false
  private var isDamaged = false

  /// Whether the bytes so far are exactly one object.
  var isWhole: Bool { !isDamaged && depth == 0 && !isInString && hasBegun }

  mutating func add(_ piece: UnsafeRawBufferPointer) {
    var next = 0
    while next < piece.count {
      if isInString {
        next = passString(piece, from: next)
      } else {
        take(piece[next], at: position + next)
        next += 1
      }
    }
    position += piece.count
  }

  /// Skips to the end of a string with `memchr`, since nearly all bytes are in strings.
  private mutating func passString(_ piece: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = piece.baseAddress else { return piece.count }
    let found = memchr(base + start, 0x22, piece.count - start)
    let end = found.map { base.distance(to: UnsafeRawPointer($0)) } ?? piece.count
    name?.append(contentsOf: piece[start..<end])
    var before = end
    while before > start, piece[before - 1] == UInt8(ascii: "\\") { before -= 1 }
    backslashes = end - before + (before == start ? backslashes : 0)
    guard end < piece.count else { return end }
    name?.append(0x22)
    if backslashes % 2 == 0 { endString(at: position + end + 1) }
    backslashes = 0
    return end + 1
  }

  private mutating func endString(at end: Int) {
    isInString = false
    valueEnd = end
    guard let bytes = name else { return }
    name = nil
    // An object with a name that is not JSON is damaged.
    pendingName = (try? JSONParser.parse(bytes))?.stringValue
    if pendingName == nil { isDamaged = true }
  }

  private mutating func take(_ byte: UInt8, at offset: Int) {
    switch byte {
    case 0x20, 0x09, 0x0a, 0x0d: return
    case UInt8(ascii: "\""):
      startValueIfDue(at: offset)
      isInString = true
      backslashes = 0
      if depth == 1, pendingName == nil { name = [0x22] }
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      startValueIfDue(at: offset)
      // There must be one object and nothing else.
      if depth == 0, hasBegun || byte != UInt8(ascii: "{") { isDamaged = true }
      hasBegun = true
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if depth == 1 { endValue() }
      depth -= 1
      valueEnd = offset + 1
      if depth < 0 { isDamaged = true }
    case UInt8(ascii: ","):
      if depth == 1 { endValue() }
    case UInt8(ascii: ":") where depth == 1 && valueStart == nil: return
    default:
      startValueIfDue(at: offset)
      valueEnd = offset + 1
      // A byte order mark may precede the object; nothing else may stand outside it.
      if depth == 0, offset > 2 { isDamaged = true }
    }
  }

  private mutating func startValueIfDue(at offset: Int) {
    if depth == 1, pendingName != nil, valueStart == nil { valueStart = offset }
  }

  private mutating func endValue() {
    defer { (pendingName, valueStart) = (nil, nil) }
    guard let name = pendingName else { return }
    guard let start = valueStart else {
      isDamaged = true
      return
    }
    members.append(Member(name: name, value: start..<valueEnd))
  }
}
