extension String: Revertible {

  public func _valueChange(to previous: String) -> ValueChange<String>? {
    if hasSameBytes(self, previous) { return nil }
    var (current, previous) = (self, previous)
    return current.withUTF8 { currentBytes in
      previous.withUTF8 { previousBytes in
        TextChange.difference(from: currentBytes, to: previousBytes).map { ValueChange($0) }
      }
    }
  }

  public static func _isSame(_ current: String, _ previous: String) -> Bool {
    guard current.utf8.count == previous.utf8.count else { return false }
    var (current, previous) = (current, previous)
    return current.withUTF8 { current in
      previous.withUTF8 { previous in
        CommonAffixes.prefix(UnsafeRawBufferPointer(current), UnsafeRawBufferPointer(previous))
          == current.count
      }
    }
  }

  public var _versionedSize: Int {
    // Up to 15 bytes are stored in the string itself.
    MemoryLayout<String>.size + (utf8.count > 15 ? 2 * objectHeaderSize + utf8.count : 0)
  }
}

/// Replaces one run of a text.
///
/// Two spellings of the same character are equal as text, but an undo restores the exact bytes.
final class TextChange: ChangeNode {
  /// The UTF-8 offset at which the run begins.
  private let offset: Int
  /// The run's length in UTF-8.
  private let length: Int
  /// The whole text's length in UTF-8. An equal text in another spelling mostly has another length.
  private let textLength: Int
  private let replacement: String

  private init(offset: Int, length: Int, textLength: Int, replacement: String) {
    self.offset = offset
    self.length = length
    self.textLength = textLength
    self.replacement = replacement
  }

  static func difference(
    from current: UnsafeBufferPointer<UInt8>, to previous: UnsafeBufferPointer<UInt8>
  ) -> TextChange? {
    let range = CommonAffixes.differingBytes(
      UnsafeRawBufferPointer(current), UnsafeRawBufferPointer(previous))
    guard let range else { return nil }
    // The run is widened to whole scalars.
    var (lower, tail) = (range.lower, current.count - range.currentUpper)
    while lower > 0, isInsideScalar(current, lower) || isInsideScalar(previous, lower) {
      lower -= 1
    }
    while tail > 0, isInsideScalar(current, current.count - tail) { tail -= 1 }
    let bytes = UnsafeBufferPointer(rebasing: previous[lower..<(previous.count - tail)])
    return TextChange(
      offset: lower, length: current.count - tail - lower, textLength: current.count,
      replacement: String(decoding: bytes, as: UTF8.self))
  }

  private static func isInsideScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
    offset < bytes.count && UTF8.isContinuation(bytes[offset])
  }

  func apply(to text: inout String) -> any ChangeNode<String> {
    let start = text.utf8.index(text.startIndex, offsetBy: offset)
    let end = text.utf8.index(start, offsetBy: length)
    let inverse = TextChange(
      offset: offset, length: replacement.utf8.count,
      textLength: textLength - length + replacement.utf8.count,
      replacement: String(text[start..<end]))
    text.replaceSubrange(start..<end, with: replacement)
    return inverse
  }

  func fits(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count == textLength else { return false }
    let start = bytes.index(bytes.startIndex, offsetBy: offset)
    let end = bytes.index(start, offsetBy: length)
    return start.samePosition(in: text.unicodeScalars) != nil
      && end.samePosition(in: text.unicodeScalars) != nil
  }

  var cost: Int { objectHeaderSize + 3 * MemoryLayout<Int>.size + replacement._versionedSize }

  func describe(into summary: inout ChangeSummary.Builder) {
    summary.add(.changed)
  }
}
