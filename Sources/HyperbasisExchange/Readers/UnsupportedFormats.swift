// Files that people may take for data, but that no reader supports.

extension InputHead {
  /// The kind of an input that cannot be imported: `a glTF scene`; nil for any other.
  package var unsupportedKind: String? {
    kindByContent ?? UnsupportedKind.byEnding[pathExtension]
  }

  private var kindByContent: String? {
    if let found = UnsupportedKind.byMagic.first(where: { bytes.starts(with: $0.magic) }) {
      return found.kind
    }
    if firstByte == UInt8(ascii: "<") {
      let text = String(decoding: bytes.prefix(4096), as: UTF8.self).lowercased()
      return UnsupportedKind.byElement.first { text.contains($0.element) }?.kind
    }
    let isScene =
      isJSON && holds("\"asset\"") && holds("\"version\"")
      && (holds("\"bufferViews\"") || holds("\"meshes\"") || holds("\"scenes\""))
    return isScene ? UnsupportedKind.gltf : nil
  }
}

private enum UnsupportedKind {
  static let gltf = "a glTF scene"
  private static let usd = "a USD scene"
  private static let svg = "an SVG picture"
  private static let html = "an HTML page"
  private static let workbook = "a spreadsheet workbook, whose sheets can be saved as CSV"

  static let byMagic: [(magic: [UInt8], kind: String)] =
    [
      ("#usda", usd), ("PXR-USDC", usd), ("glTF", gltf), ("ply\n", "a PLY model"),
      ("ply\r\n", "a PLY model"), ("%PDF-", "a PDF document"),
      ("SQLite format 3", "an SQLite database"),
    ].map { (Array($0.utf8), $1) } + [
      ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"), ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    ]

  /// Beginnings of elements, in lower case.
  static let byElement: [(element: String, kind: String)] = [
    ("<!doctype html", html), ("<html", html), ("<svg", svg), ("<kml", "a KML document"),
    ("<collada", "a COLLADA scene"),
  ]

  static let byEnding: [String: String] = [
    "usd": usd, "usda": usd, "usdc": usd, "usdz": usd, "gltf": gltf, "glb": gltf, "svg": svg,
    "html": html, "htm": html, "md": "a Markdown document", "markdown": "a Markdown document",
    "obj": "an OBJ model", "ply": "a PLY model", "stl": "an STL model", "fbx": "an FBX scene",
    "dae": "a COLLADA scene", "3mf": "a 3MF model", "kml": "a KML document",
    "kmz": "a KML document", "xlsx": workbook, "xls": workbook, "ods": workbook,
    "numbers": workbook,
  ]
}

extension UnreadableInput {
  /// Returns the error for an input of a kind that no reader supports.
  package static func unsupported(_ name: String, _ kind: String) -> Self {
    Self(
      "\(name) is \(kind). It cannot be imported; the formats that can be are "
        + ImportFormat.all.map(\.rawValue).joined(separator: ", ") + ".")
  }
}
