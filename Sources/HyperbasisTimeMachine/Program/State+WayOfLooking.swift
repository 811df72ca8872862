import HyperbasisCanvas

extension State {
  /// How the space is looked at, in a few words, for those who measure what a picture costs.
  package var wayOfLooking: String {
    guard let view else { return "spaces" }
    var words = ["\(view.tab)", "colour \(settings.coloring)"]
    if view.diffMode != .off { words.append("diff \(view.diffMode)") }
    if view.isSideBySide { words.append("side by side") }
    if settings.trails != .off { words.append("trails \(settings.trails)") }
    if settings.threshold != .none { words.append("from \(settings.threshold.rawValue) cm") }
    if view.takesShiftOut { words.append("without shift") }
    if let filter = view.filter { words.append("filter \(filter.terms.count)") }
    if view.isNarrowed { words.append("narrowed") }
    if view.camera != nil { words.append("zoomed") }
    if view.showsDeleted { words.append("deleted too") }
    if view.draft?.isEmpty == false { words.append("draft") }
    if settings.charset != .braille { words.append("\(settings.charset)") }
    if !settings.showsLabels { words.append("no labels") }
    words += layers.map(\.word)
    return words.joined(separator: ", ")
  }
}

extension Layer {
  fileprivate var word: String {
    switch self {
    case .help: "help"
    case .plan: "plan"
    case .move: "move"
    case .savedDraft: "saved draft"
    case .prompt: "prompt"
    }
  }
}
