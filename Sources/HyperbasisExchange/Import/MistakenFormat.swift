/// An input that was said to be of one format and looks like another.
struct MistakenFormat: Sendable {
  private let input: String
  private let named: ImportFormat
  /// What it looks like: the name of a format, or a kind that cannot be imported.
  private let kind: Kind

  private enum Kind {
    case format(ImportFormat)
    case unsupported(String)
  }

  /// Returns nil if the beginning of the input could be of the format that was named.
  init?(_ head: InputHead, named: ImportFormat) {
    (input, self.named) = (head.name, named)
    let how = ReaderRegistry.format(named, for: head)?.recognise(head) ?? .no
    let (likely, certainty) = ReaderRegistry.recognise(head)
    if let likely, likely.format != named, certainty > how {
      kind = .format(likely.format)
    } else if how == .no, let unsupported = head.unsupportedKind {
      kind = .unsupported(unsupported)
    } else {
      return nil
    }
  }

  /// What to do: `poses.csv looks like csv: name that format instead of gpx, or none`.
  var advice: String {
    switch kind {
    case .format(let likely):
      "\(input) looks like \(likely.rawValue): name that format instead of \(named.rawValue), or none"
    case .unsupported(let kind):
      "\(input) looks like \(kind), which cannot be imported"
    }
  }
}
