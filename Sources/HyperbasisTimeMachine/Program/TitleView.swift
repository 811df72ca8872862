import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Draws the line at the top: the space, the date, and how that state differs from now.
struct TitleView {
  let state: State
  let view: SpaceView

  func draw(into frame: inout Frame, region: Region) {
    let isPast = !view.isAtEnd || view.loss != nil || view.editing.hasDraft
    let style = isPast ? Style.banner.bold : Style.bold
    frame.fill(region, style: isPast ? .banner : .plain)
    let name = view.data.name
    let kept = min(name.width, Self.nameWidth, region.columns / 4)
    let right = fittedText(region.columns - kept - 4)
    let room = region.columns - right.width - 4
    let left = room > 3 ? name.truncated(to: room, ellipsis: ellipsis) : .empty
    frame.put(left, in: region, from: region.column + 1, style: style)
    let column = max(region.column + 1, region.endColumn - right.width - 1)
    frame.put(right, in: region, from: column, style: style)
  }

  /// The columns that the name keeps while other parts can still be dropped.
  private static let nameWidth = 12

  private var ellipsis: TerminalText { state.settings.charset.ellipsis }

  private var separator: TerminalText { state.settings.charset.isASCII ? " - " : " · " }

  /// Returns what fits: first the date loses its fraction, then parts go from the greatest number down,
  /// then the date gets shorter.
  private func fittedText(_ room: Int) -> TerminalText {
    guard let instant = view.instant else {
      return (state.settings.standing + ["no events yet"]).joined(separator: separator)
    }
    let dates = shortDates(instant)
    let forms = [state.text(instant), wholeSecond(instant)].map { parts(instant, date: $0) }
    let lowest = forms[0].map(\.importance).max() ?? 0
    for least in (0...lowest).reversed() {
      for brevity in 0..<(least > Self.cloudImportance ? 1 : Self.mostForms) {
        for parts in forms {
          let text = parts.filter { $0.importance <= least }.map { $0.text(brevity) }
            .joined(separator: separator)
          if text.width <= room { return text }
        }
      }
    }
    return dates.first { $0.width <= room } ?? dates.last ?? .empty
  }

  /// A part of the title; the one with the greatest number is dropped first.
  private struct Part {
    var text: TerminalText
    var importance: Int
    /// The same in fewer words, the fullest first.
    var shorter: [TerminalText] = []

    func text(_ brevity: Int) -> TerminalText {
      brevity == 0 ? text : shorter.prefix(brevity).last ?? text
    }
  }

  /// The greatest number of forms that a part has.
  private static let mostForms = 3
  /// The importance of a sync status that the user has to know: it is shortened only when no other part
  /// can be dropped before it.
  private static let cloudImportance = 3

  private func parts(_ instant: HBInstant, date: TerminalText) -> [Part] {
    let ago = TerminalText(DurationText.relative(instant, to: state.now))
    var parts = [Part(text: past + date, importance: 0)]
    if let draft = view.editing.draft, !draft.isEmpty {
      parts.insert(Part(text: "DRAFT of \(draft.count)", importance: 0), at: 0)
    }
    if view.lost.count > 0 {
      let lost: TerminalText = "\(CountText.text(view.lost.count, "event")) LOST"
      parts.insert(Part(text: lost, importance: 1), at: 0)
    }
    if let loss = view.loss { parts.insert(Part(text: loss.title, importance: 0), at: 0) }
    parts.insert(contentsOf: state.settings.standing.map { Part(text: $0, importance: 0) }, at: 0)
    if let text = state.hiddenArrivalsText { parts.append(Part(text: text, importance: 2)) }
    parts += filterTexts.map { Part(text: $0, importance: 3) }
    parts += [Part(text: ago, importance: 6), Part(text: anchorCount, importance: 5)]
    if !view.isAtEnd {
      let text = view.differenceText(from: state.endWord(of: view))
      parts.append(Part(text: text, importance: 4))
    }
    return parts + [cloudPart].compactMap(\.self)
  }

  /// The sync status of the space; nil without a cloud.
  private var cloudPart: Part? {
    guard let cloud = state.sync.status else { return nil }
    let texts = cloud.texts(of: view.data.id, state.settings.charset)
    guard let fullest = texts.first else { return nil }
    return Part(
      text: fullest, importance: cloud.isQuiet(of: view.data.id) ? 7 : Self.cloudImportance,
      shorter: Array(texts.dropFirst()))
  }

  private var past: TerminalText { view.isAtEnd ? .empty : "PAST " }

  private var anchorCount: TerminalText {
    let list = view.data.anchors(
      AnchorList.Key(offset: view.offset, includesDeleted: false, filter: nil))
    return CountText.text(list.count, "anchor")
  }

  private func wholeSecond(_ instant: HBInstant) -> TerminalText {
    TerminalText(state.timeText.text(instant, fraction: .never))
  }

  /// Dates without fraction, then without seconds, zone and year. They still say that there is a draft,
  /// or that the space was deleted.
  private func shortDates(_ instant: HBInstant) -> [TerminalText] {
    let day = state.timeText.day(instant)
    let time = state.timeText.time(instant)
    let zone = state.timeText.zoneText(at: instant)
    let minutes = time.prefix(5)
    return [
      "\(day) \(time) \(zone)", "\(day) \(minutes) \(zone)", "\(day) \(minutes)",
      "\(day.dropFirst(5)) \(minutes)",
    ].map { standing + TerminalText($0) }
  }

  /// What is shown however little room there is.
  private var standing: TerminalText {
    let standing = state.settings.standing.map { $0 + " " }.joined()
    if let loss = view.loss { return standing + loss.title + " " }
    return standing + (view.editing.hasDraft ? "DRAFT " : past)
  }

  private var filterTexts: [TerminalText] {
    var parts: [TerminalText] = []
    if let filter = view.lists.filter {
      parts.append("filter \(TerminalText(filter.text, limit: 30))")
    }
    if view.lists.isNarrowed { parts.append("only \(view.selectionName)") }
    return parts
  }
}

extension SpaceView {
  /// Whether the state on screen is the same as the latest one.
  var isAsNow: Bool { data.differenceCount(from: offset, to: index.count) == 0 }

  /// Returns how the state on screen differs from the latest one.
  func differenceText(from end: EndWord) -> TerminalText {
    let count = data.differenceCount(from: offset, to: index.count)
    if count == 0 { return "as \(end.name)" }
    return "\(count) \(count == 1 ? "differs" : "differ") from \(end.name)"
  }
}
