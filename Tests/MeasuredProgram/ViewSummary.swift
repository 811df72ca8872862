import HyperbasisCanvas
import HyperbasisTimeMachine

extension State {
  /// How the space is viewed, in a few words, for measurements of what a frame costs.
  var viewSummary: String {
    guard let view else { return "spaces" }
    var words = ["\(view.lists.tab)", "\(view.map.viewpoint)", "colour \(settings.coloring)"]
    if view.compare.mode != .off { words.append("diff \(view.compare.mode)") }
    if view.compare.isSideBySide { words.append("side by side") }
    if settings.trails != .off { words.append("trails \(settings.trails)") }
    if settings.threshold != .none { words.append("from \(settings.threshold.rawValue) cm") }
    if view.compare.takesShiftOut { words.append("without shift") }
    if let filter = view.lists.filter { words.append("filter \(filter.terms.count)") }
    if view.lists.isNarrowed { words.append("narrowed") }
    if view.map.measure != nil { words.append("measured") }
    if view.map.camera != nil { words.append("zoomed") }
    if view.lists.showsDeleted { words.append("deleted too") }
    if view.editing.draft?.isEmpty == false { words.append("draft") }
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
    case .bookmarks: "bookmarks"
    case .importing: "import"
    case .prompt: "prompt"
    }
  }
}
