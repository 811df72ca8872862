import Foundation
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisSyncStatus
import HyperbasisWording

extension Picker {
  mutating func update(_ intent: RowIntent, page: Int) -> [Effect] {
    switch intent {
    case .step(let direction): move(to: row + direction.sign)
    case .page(let direction): move(to: row + direction.sign * page)
    case .first: move(to: 0)
    case .last: move(to: count - 1)
    case .activate:
      guard let space = selected else { return [] }
      opening = space.id
      return [space.isHere ? .openSpace(space.id) : .pullSpace(space.id)]
    }
    return []
  }

  /// Lists the spaces whose names contain all words of a text.
  mutating func setFilter(_ text: String) -> Message {
    filter = text
    if filter.isEmpty { return .note("all spaces are listed") }
    guard count > 0 else { return .note("no space is called \(TerminalText(text, limit: 40))") }
    return .note("\(CountText.text(count, "space")) of \((spaces?.count ?? 0) + elsewhere.count)")
  }

  /// Ends the filter; returns nil if there is none.
  mutating func leaveFilter() -> TerminalText? {
    guard !filter.isEmpty else { return nil }
    filter = ""
    return "all spaces are listed"
  }

  /// Returns why an intent is unavailable now; nil if it is available.
  func refusal(of intent: RowIntent) -> TerminalText? {
    switch intent {
    case .step, .page, .first, .last: count == 0 ? "no spaces are listed" : nil
    case .activate: selected == nil ? "there is no space to open" : nil
    }
  }

  /// Handles a click: on a row it selects its space, on the selected row it opens it.
  mutating func press(row: Int) -> [Effect] {
    guard row < count else { return [] }
    if row == self.row { return update(.activate, page: 1) }
    self.row = row
    return []
  }

  /// Moves to a row, or to the nearest existing one.
  private mutating func move(to row: Int) { self.row = max(0, min(row, count - 1)) }

  /// Keeps the selected row on screen.
  mutating func settle(page: Int) {
    scroll = scroll.scrolled(toShow: row, of: count, page: page)
  }
}

// MARK: - Responses of the store

extension Picker {
  /// Takes a new list; the selected space stays selected if it still exists.
  ///
  /// - Returns: the message to show; nil for none.
  mutating func receive(_ result: Result<[SpaceSummary], Failure>) -> Message? {
    switch result {
    case .failure(let failure):
      spaces = spaces ?? []
      return .error(failure.text)
    case .success(let spaces):
      self.spaces = spaces
      return nil
    }
  }

  /// Requests the cloud's spaces, once each time the list is opened.
  mutating func askCloud(_ sync: SyncState) -> [Effect] {
    guard sync.isAvailable, !hasAskedCloud else { return [] }
    hasAskedCloud = true
    return [.loadCloudSpaces]
  }

  /// Takes the spaces of the cloud.
  ///
  /// - Returns: why they cannot be listed; nil if they can.
  mutating func receive(cloud result: Result<ListedCloudSpaces, Failure>) -> Message? {
    switch result {
    case .failure(let failure):
      hasCloudFailed = true
      return .error(failure.text)
    case .success(let spaces):
      (cloud, hasCloudFailed) = (spaces, false)
      return nil
    }
  }

  /// Handles the fetch of a space that only the cloud had.
  ///
  /// - Returns: the effects to perform and the message to show; nil for none.
  mutating func receive(
    pulled id: UUID, _ result: Result<HBSyncStatus, Failure>
  ) -> (effects: [Effect], message: Message?) {
    guard opening == id else { return ([], nil) }
    switch result {
    case .success: return ([.openSpace(id)], nil)
    case .failure(let failure):
      giveUpOpening()
      return ([], .error(failure.text))
    }
  }

  mutating func giveUpOpening() {
    opening = nil
    typedAhead = []
  }

  /// Notes that the requested space has been opened.
  ///
  /// - Returns: the date to open it at, which applies only to the first space.
  mutating func finishOpening() -> DateExpression? {
    defer { (opening, openingDate) = (nil, nil) }
    return openingDate
  }
}

// MARK: - Typing ahead

// Keys typed before the store has responded wait, in order, for what they are meant for.

extension Picker {
  /// Whether the list of spaces, or the requested space, is still being read.
  var isAwaitingStore: Bool { opening != nil || spaces == nil }

  /// Keeps a key for later.
  ///
  /// - Returns: the message about it; nil for a key that does not wait. Keys that end or stop the program
  ///   do not, nor does Escape, which discards those that wait.
  mutating func keepForLater(_ key: Key, _ keymap: Keymap) -> Message? {
    if worksWhileWaiting(key, keymap) { return nil }
    if typedAhead.count < Self.mostTypedAhead { typedAhead.append(key) }
    let cause: TerminalText = opening == nil ? "reading the store" : "opening the space"
    return .note("\(cause): keys typed now take effect afterwards")
  }

  /// Returns whether a key acts at once; `q` does so only if no earlier key is waiting.
  private func worksWhileWaiting(_ key: Key, _ keymap: Keymap) -> Bool {
    switch keymap.intent(for: key, in: [.everywhere]) {
    case .program(.leave): true
    case .program(.quit), .program(.close), .program(.redraw), .program(.suspend):
      typedAhead.isEmpty || key.typed == nil
    default: false
    }
  }

  /// Discards the waiting keys; returns nil if there are none.
  mutating func forgetTyping() -> TerminalText? {
    guard !typedAhead.isEmpty else { return nil }
    typedAhead = []
    return "the keys typed meanwhile are discarded"
  }

  /// More keys than this are not typing any more.
  private static let mostTypedAhead = 256
}
