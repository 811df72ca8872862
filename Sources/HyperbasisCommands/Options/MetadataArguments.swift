import HyperbasisWording

/// `KEY=VALUE` on the command line.
enum MetadataArguments {
  static func piece(_ text: String) throws -> KeyValueText.Piece {
    do {
      return try KeyValueText.Piece(text)
    } catch {
      throw CommandFailure.usage(
        "\"\(error.text)\" is not KEY=VALUE; give for example color=yellow")
    }
  }
}
