import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisWording

/// What is shown over the space and takes the keys.
package enum Layer: Equatable, Sendable {
  case help(HelpLayer)
  case prompt(Prompt)
  case plan(PlanDialog)
  case move(MoveLayer)
  case savedDraft(DraftOffer)
  case bookmarks(BookmarkList)
  case importing(ImportDialog)
}

extension Layer {
  /// Whether it asks for a reply to a plan.
  var isPlan: Bool { if case .plan = self { true } else { false } }

  /// The reply in brackets, which changes nothing: the only one that a click can give.
  var safeReply: TerminalText? {
    switch self {
    case .plan: "[Cancel]"
    case .savedDraft: "[Later]"
    case .help, .prompt, .move, .bookmarks, .importing: nil
    }
  }

  /// Whether it takes the place of a pane.
  var isBox: Bool {
    switch self {
    case .plan, .savedDraft, .bookmarks: true
    case .help, .prompt, .move, .importing: false
    }
  }
}

/// The help that is on screen.
package struct HelpLayer: Hashable, Sendable {
  /// The first line on screen.
  package var scroll = 0
  /// Only lines with this text are shown; all if it is empty.
  package var search = ""

  package init() {}
}

extension [Layer] {
  /// Replaces the layer on top.
  mutating func replaceTop(_ layer: Layer) { self[count - 1] = layer }
}

/// A plan that awaits a reply; exactly this plan is then executed.
package struct PlanDialog: Equatable, Sendable {
  package let plan: HBPlan
  package let request: PlannedWrite
  /// The question.
  let title: PlanTitle
  /// Whether the log moved on while an earlier plan was on screen.
  package let isRenewed: Bool
  /// How many events it appends.
  package let eventCount: Int
  /// The unit of all distances in the plan, so that scrolling changes no number.
  let unit: LengthUnit?
  package var scroll = 0
  /// The digits typed so far, if the number of anchors has to be typed.
  package var typed = ""

  init(plan: HBPlan, request: PlannedWrite, heading: PlanTitle, isRenewed: Bool) {
    self.plan = plan
    self.request = request
    title = heading
    self.isRenewed = isRenewed
    eventCount = plan.changes.reduce(0) { $0 + $1.events.count }
    unit = LengthUnit(ofChanges: plan.changes)
  }

  /// Above this many anchors, pressing a letter is not enough to confirm.
  package static let letterLimit = 20

  package var anchorCount: Int { plan.changes.count }
  package var needsCount: Bool { anchorCount > Self.letterLimit }

  package static func == (left: PlanDialog, right: PlanDialog) -> Bool {
    left.plan.operation == right.plan.operation && left.plan.head == right.plan.head
      && left.scroll == right.scroll && left.typed == right.typed
      && left.isRenewed == right.isRenewed
  }
}

// MARK: - Contents

extension PlanDialog {
  /// The region between the heading and the reply, with a blank line on each side if there is room.
  func list(_ layout: Layout, _ settings: Settings) -> Region {
    let area = layout.dialogArea
    let heading = heading(area, settings).count
    // A change may need two lines.
    let free = area.rows - heading - 1 - min(Self.leastRows, 2 * anchorCount)
    let (above, below) = Self.isTight(area) ? (0, 0) : (free > 0 ? 1 : 0, free > 1 ? 1 : 0)
    return area.inset(top: heading + above, bottom: 1 + below)
  }

  /// A list shorter than this says too little for the heading to take rows from it.
  private static let leastRows = 3

  private static func isTight(_ area: Region) -> Bool { area.rows < 12 }

  /// Returns the title of the box: the beginning of the question, if that has no room below.
  func boxTitle(_ area: Region, _ settings: Settings) -> TerminalText {
    let beginning = title.beginning(
      columns: area.columns, lines: questionLines(area), ellipsis: settings.charset.ellipsis)
    guard let beginning else { return isRenewed ? "the space changed meanwhile" : "about to write" }
    return isRenewed ? "changed: \(beginning)" : beginning
  }

  /// Returns how many lines the question may take.
  private func questionLines(_ area: Region) -> Int {
    // One line each is left for the sentence, a change and the reply.
    Self.isTight(area)
      ? min(2, max(1, area.rows - 3))
      : max(2, area.rows - 3 - min(Self.leastRows, anchorCount))
  }

  /// Returns the question and what it takes; cut only if fewer than three rows would remain for the list.
  func heading(_ area: Region, _ settings: Settings) -> [TerminalText] {
    let ellipsis = settings.charset.ellipsis
    let width = max(1, area.columns)
    let crossing = crossing(settings)
    if Self.isTight(area) { return tightHeading(area, crossing, ellipsis) }
    // The question first, then what the answer depends on most.
    var room = area.rows - 1 - min(Self.leastRows, anchorCount)
    func lines(_ text: TerminalText?, atLeast least: Int) -> [TerminalText] {
      guard let text else { return [] }
      let lines = text.wrapped(to: width)
        .cut(to: max(least, room), columns: width, ellipsis: ellipsis)
      room -= lines.count
      return lines
    }
    let question = title.question(
      columns: width, lines: questionLines(area), ellipsis: ellipsis)
    room -= question.count
    let crossed = lines(crossing?.text, atLeast: 1)
    let costs = lines(cost(columns: width, lines: max(1, room)), atLeast: 1)
    return question + lines(request.remark, atLeast: 0) + costs + crossed
  }

  /// Returns the question and a one-line sentence: what the answer depends on most, and before it what
  /// will be written if that leaves the list its rows.
  private func tightHeading(
    _ area: Region, _ crossing: CrossingText?, _ ellipsis: TerminalText
  ) -> [TerminalText] {
    let width = max(1, area.columns)
    let question = title.question(
      columns: width, lines: questionLines(area), ellipsis: ellipsis)
    let cost = cost(columns: width, lines: 1)
    guard let crossing else { return question + [cost] }
    let rows = area.rows - question.count - 3
    // A change may need two lines.
    let hasRoom = rows >= min(Self.leastRows, 2 * anchorCount)
    return question + (hasRoom ? [cost] : []) + [crossing.short(columns: width)]
  }

  /// Returns what is written and what stays as it is, as fully as the lines allow.
  private func cost(columns: Int, lines: Int) -> TerminalText {
    costs.first { $0.wrapped(to: columns).count <= lines } ?? costs.last ?? .empty
  }

  /// What is written and what stays as it is, the fullest first.
  var costs: [TerminalText] {
    let events = CountText.text(eventCount, "new event")
    let anchors = CountText.text(anchorCount, "anchor")
    let count = plan.conflicts.count
    let stay: TerminalText = "\(count) \(count == 1 ? "stays" : "stay")"
    guard count > 0 else {
      return [
        "\(events) for \(anchors); nothing is erased", "\(events) for \(anchors)",
        "\(CountText.text(eventCount, "event")), \(anchors)",
      ]
    }
    return [
      "\(events) for \(anchors); \(count) more changed since and \(count == 1 ? "stays" : "stay")",
      "\(events) for \(anchors); \(stay)", "\(events); \(stay)",
    ]
  }

  /// Returns the shifts that the restored positions come across; nil for none.
  func crossing(_ settings: Settings) -> CrossingText? {
    plan.crossed.map { CrossingText($0) { settings.text($0) } }
  }
}
