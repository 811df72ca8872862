import Canvas
import Hyperbasis

/// The line at the top: which space, which date, and how that differs from now.
struct TitleView {
  let state: State
  let view: SpaceView

  func draw(into frame: inout Frame, region: Region) {
    let isPast = !view.isAtEnd || view.draft?.isEmpty == false
    let style = isPast ? Style.banner.bold : Style.bold
    frame.fill(region, style: isPast ? .banner : .plain)
    let name = view.data.name
    let parts = parts
    // What is said last gives way first, then the name.
    let nameWidth = min(name.width, Self.nameWidth)
    var right = parts.joined(separator: separator)
    for count in (1...parts.count).reversed() {
      right = parts.prefix(count).joined(separator: separator)
      if right.width + nameWidth + 4 <= region.columns { break }
    }
    let room = region.columns - right.width - 4
    let left = room > 3 ? name.truncated(to: room, ellipsis: ellipsis) : .empty
    frame.put(left, column: region.column + 1, row: region.row, style: style, clippedTo: region)
    let column = max(region.column + 1, region.endColumn - right.width - 1)
    frame.put(right, column: column, row: region.row, style: style, clippedTo: region)
  }

  /// The columns that the name keeps while there is something else that can go.
  private static let nameWidth = 16

  private var ellipsis: TerminalText { state.settings.charset.ellipsis }

  private var separator: TerminalText { state.settings.charset.isASCII ? " - " : " · " }

  private var parts: [TerminalText] {
    guard let instant = view.instant else { return ["no events yet"] }
    let count = view.data.anchors(
      AnchorList.Key(position: view.position, includesDeleted: false, filter: nil)
    ).count
    let anchors: TerminalText = count == 1 ? "1 anchor" : "\(count) anchors"
    let date = state.text(instant)
    let ago = TerminalText(Hyperbasis.DurationText.relative(instant, to: state.now))
    guard !view.isAtEnd else { return draftParts + [date] + filterParts + [anchors, ago] }
    var parts: [TerminalText] = ["PAST \(date)"]
    if view.arrived > 0 {
      parts.append("\(view.arrived) new: \(state.keymap.label(of: .goToEnd))")
    }
    parts.append(view.differenceText)
    parts += draftParts + filterParts + [anchors, ago]
    return parts
  }

  private var draftParts: [TerminalText] {
    guard let draft = view.draft, !draft.isEmpty else { return [] }
    return ["DRAFT of \(draft.anchors.count)"]
  }

  private var filterParts: [TerminalText] {
    var parts: [TerminalText] = []
    if let filter = view.filter { parts.append("filter \(TerminalText(filter.text, limit: 30))") }
    if view.isNarrowed { parts.append("only \(state.selectionName)") }
    return parts
  }
}

extension SpaceView {
  /// How the state on screen differs from the latest one.
  var differenceText: TerminalText {
    let difference = data.differenceCount(from: position, to: index.count)
    if difference.count == 0 { return "as now" }
    return "\(difference.isEstimate ? "about " : "")\(difference.count) differ from now"
  }
}
