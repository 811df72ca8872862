import Canvas
import Hyperbasis

/// The line at the top: which space, which date, and how that differs from now.
struct TitleView {
  let state: State
  let view: SpaceView

  func draw(into frame: inout Frame, region: Region) {
    let isPast = !view.isAtEnd
    let style = isPast ? Style.banner.bold : Style.bold
    frame.fill(region, style: isPast ? .banner : .plain)
    let parts = parts
    // The name gives way first, then what is said last.
    let name = view.data.name
    var count = parts.count
    func joined(_ count: Int) -> TerminalText {
      parts.prefix(count).joined(separator: separator)
    }
    while count > 1, joined(count).width + 2 > region.columns { count -= 1 }
    let right = joined(count)
    let room = region.columns - right.width - 4
    let left = room > 3 ? name.truncated(to: room, ellipsis: ellipsis) : .empty
    frame.put(left, column: region.column + 1, row: region.row, style: style, clippedTo: region)
    let column = max(region.column + 1, region.endColumn - right.width - 1)
    frame.put(right, column: column, row: region.row, style: style, clippedTo: region)
  }

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
    guard !view.isAtEnd else { return [date, anchors, ago] + filterParts }
    var parts: [TerminalText] = ["PAST \(date)", ago, anchors]
    let differing = view.differingFromNow
    parts.append(differing == 0 ? "as now" : "\(differing) differ from now")
    if view.arrived > 0 { parts.append("\(view.arrived) new: End") }
    return parts + filterParts
  }

  private var filterParts: [TerminalText] {
    var parts: [TerminalText] = []
    if let filter = view.filter { parts.append("filter \(TerminalText(filter.text, limit: 30))") }
    if view.isNarrowed { parts.append("only \(state.selectionName)") }
    return parts
  }
}

extension SpaceView {
  /// How many anchors are otherwise in the latest state.
  var differingFromNow: Int {
    let key = Comparison.Key(
      from: position, to: index.count, threshold: .none, filter: nil)
    return data.comparison(key).rows.count
  }
}
