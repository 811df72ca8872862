import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisHistory

// The list of spaces, and what the store loads.

extension State {
  mutating func performInPicker(_ intent: RowIntent) -> [Effect] {
    switch intent {
    case .step(let direction): picker.move(to: picker.row + direction.sign)
    case .page(let direction):
      picker.move(to: picker.row + direction.sign * max(1, layout.pickerRows.rows))
    case .first: picker.move(to: 0)
    case .last: picker.moveToLast()
    case .activate:
      guard let space = picker.selected else { return [] }
      picker.opening = space.id
      return [.openSpace(space.id)]
    }
    return []
  }

  mutating func finishLoadingSpaces(_ result: Result<[SpaceSummary], Failure>) {
    switch result {
    case .failure(let failure):
      picker.spaces = picker.spaces ?? []
      message = .error(failure.text)
    case .success(let spaces): picker.show(spaces)
    }
  }

  mutating func finishLoading(_ result: Result<SpaceData, Failure>) -> [Effect] {
    switch result {
    case .failure(let failure):
      picker.opening = nil
      picker.typedAhead = []
      message = .error(failure.text)
      return view == nil && picker.spaces == nil ? [.loadSpaces] : []
    case .success(let data):
      if view?.data.id == data.id, picker.opening != data.id {
        follow(data)
      } else if picker.opening == data.id || (view == nil && picker.opening == nil) {
        return open(data) + [.recall(data.id)]
      }
      return []
    }
  }

  private mutating func open(_ data: SpaceData) -> [Effect] {
    picker.opening = nil
    layers = []
    view = SpaceView(data: data)
    if data.problemCount > 0 {
      message = .warning(
        "\(data.problemCount) damaged lines were skipped and kept; verify shows them")
    }
    guard let date = picker.openingDate else { return [] }
    picker.openingDate = nil
    return inSpace(TimeUpdate.self) { $0.go(to: date) }
  }

  /// What was read stays on screen, so that one can see what is gone.
  mutating func lose(space id: UUID) {
    guard view?.data.id == id, let name = view?.data.name else { return }
    view?.isDeleted = true
    message = .warning("\(name) was deleted; its files are in the trash")
  }

  /// Shows what somebody appended to the open space.
  private mutating func follow(_ data: SpaceData) {
    guard var view else { return }
    let conflicts = view.conflictingAnchors
    let isBack = view.isDeleted
    view.follow(data)
    self.view = view
    if isBack { message = .note("\(data.name) is back") }
    _ = inSpace(DraftUpdate.self) { $0.noteConflicts(besides: conflicts) }
  }
}

extension SpaceView {
  fileprivate mutating func follow(_ data: SpaceData) {
    let more = max(0, data.index.count - index.count)
    let foreign = max(0, more - time.ownEvents)
    time.ownEvents = max(0, time.ownEvents - more)
    if !isAtEnd { time.arrived += foreign }
    let rows = historyEvents.count
    self.data = data
    isDeleted = false
    // The rows of the history are counted from the newest.
    if let row = lists.historyRow {
      lists.historyRow = row + max(0, historyEvents.count - rows)
    }
  }
}

extension SpaceData {
  package init(_ snapshot: LogSnapshot, following former: SpaceData? = nil) {
    self.init(
      id: snapshot.spaceId, name: snapshot.name, index: snapshot.timeline.index,
      head: snapshot.head, problemCount: snapshot.problems.count, following: former)
  }
}
