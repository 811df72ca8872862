import ArgumentParser

/// A format that a space can be exported in.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case jsonl, csv, md, svg, html, sdk, geojson, tum, glb
}

/// What to export of a space.
enum ExportContent: String, CaseIterable {
  /// Everything that happened.
  case events
  /// The anchors at one date.
  case state
  /// What changed between two dates.
  case diff
}

extension ExportFormat {
  /// The contents that the format can hold; the first is the one it holds unless dates ask for another.
  var contents: [ExportContent] {
    switch self {
    case .jsonl, .csv: [.events, .state, .diff]
    case .md: [.diff]
    case .svg: [.state, .diff]
    case .geojson: [.events, .state]
    case .html, .sdk, .tum, .glb: [.events]
    }
  }

  /// Whether two dates select a part of the history.
  var hasPeriod: Bool { self == .html }

  private var fileEndings: [String] {
    switch self {
    case .jsonl: ["jsonl", "ndjson"]
    case .csv: ["csv"]
    case .md: ["md", "markdown"]
    case .svg: ["svg"]
    case .html: ["html", "htm"]
    case .sdk: ["zip"]
    case .geojson: ["geojson"]
    case .tum: ["tum"]
    case .glb: ["glb"]
    }
  }

  /// Returns the format that the extension of a file name stands for; nil if there is none.
  init?(fileName: String) {
    let ending = fileName.split(separator: "/").last?.split(separator: ".").dropFirst().last
    guard let ending = ending?.lowercased(),
      let format = Self.allCases.first(where: { $0.fileEndings.contains(ending) })
    else { return nil }
    self = format
  }

  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// Returns the formats that can hold a content, as a list.
  static func names(holding content: ExportContent) -> String {
    let names = allCases.filter { $0.contents.contains(content) }.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
