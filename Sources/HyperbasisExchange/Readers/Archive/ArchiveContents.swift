/// The contents of a zip archive that holds no spaces of the SDK.
package struct ArchiveContents {
  private let name: String
  private let files: [String]

  /// - Parameter name: the archive's name.
  package init(_ archive: ZipArchive, named name: String) {
    self.name = name
    files = archive.entries.map(\.name).filter { path in
      let parts = path.split(separator: "/")
      return !path.hasSuffix("/") && parts.first != "__MACOSX"
        && !(parts.last?.hasPrefix(".") ?? true)
    }
  }
}

extension ArchiveContents {
  /// The error that says why such an archive cannot be imported, and what can.
  package var refusal: UnreadableInput {
    let kind = InputHead(name: name, bytes: []).unsupportedKind
    if let kind { return .unsupported(name, kind) }
    guard let first = files.first else {
      return UnreadableInput(
        "\(name) is a zip archive without files; check that it is the right one.")
    }
    let named = files.prefix(Self.mostNamed).map(CellReader.short)
    let rest = files.count - named.count
    let list = named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    let command = ShellText.line(["hyperbasis", "import", first])
    return UnreadableInput(
      "\(name) is a zip archive that holds \(list), and no spaces of the SDK. Unpack it first, then "
        + "import what is in it: \(command)")
  }

  private static let mostNamed = 3
}
