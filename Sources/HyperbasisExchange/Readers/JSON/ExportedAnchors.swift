import HyperbasisJSONText

extension ReadableFormat {
  /// Lines as this program exports the anchors of one date. Nothing is guessed, and metadata stay as they
  /// are, so that a space is restored as it was.
  static let exportedAnchors = ReadableFormat(
    .json, preset: preset, holdsAnyTransform: true,
    recognise: { names(ofFirstObject: $0.text) == members ? .certain : .no },
    makeReader: { try JSONReader($0, keepingMembersOf: "metadata") })

  private static let members: Set = [
    "id", "spaceId", "transform", "metadata", "createdAt", "updatedAt", "deletedAt",
  ]

  private static let preset: ImportOptions = {
    var options = ImportOptions()
    options.id = "id"
    options.time = ["updatedAt"]
    options.matrix = ["transform"]
    options.matrixOrder = .columns
    options.drop = ["spaceId", "createdAt", "deletedAt"]
    // The positions are the store's own, however far away.
    options.origin = [0, 0, 0]
    return options
  }()

  private static func names(ofFirstObject bytes: ArraySlice<UInt8>) -> Set<String> {
    bytes.withUnsafeBufferPointer { bytes in
      var names: Set<String> = []
      var cursor = JSONCursor(bytes)
      cursor.skipSpace()
      guard cursor.byte == UInt8(ascii: "{") else { return [] }
      do throws(JSONError) {
        try cursor.members(depth: 1) { (cursor: inout JSONCursor) throws(JSONError) in
          names.insert(try cursor.string())
          try cursor.colon()
          try cursor.skipValue()
        }
      } catch {
        // The object is longer than the beginning of the input; its members may be known by then.
      }
      return names
    }
  }
}
