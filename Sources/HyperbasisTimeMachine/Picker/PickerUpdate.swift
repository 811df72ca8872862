import Foundation
package import Hyperbasis
import HyperbasisCanvas

extension State {
  mutating func performInPicker(_ intent: Intent) -> [Effect]? {
    let last = (picker.spaces?.count ?? 0) - 1
    switch intent {
    case .moveRow(let direction): picker.row += direction.sign
    case .movePage(let direction): picker.row += direction.sign * pickerPage
    case .firstRow: picker.row = 0
    case .lastRow: picker.row = last
    case .activate: return openSelected()
    default: return nil
    }
    picker.row = max(0, min(picker.row, last))
    return []
  }

  private mutating func openSelected() -> [Effect] {
    guard let space = picker.selected else { return [] }
    opening = space.id
    return [.openSpace(space.id)]
  }

  mutating func finishLoadingSpaces(_ result: Result<[SpaceSummary], Failure>) -> [Effect] {
    switch result {
    case .failure(let failure):
      picker.spaces = picker.spaces ?? []
      message = .error(failure.text)
    case .success(let spaces):
      let selected = picker.selected?.id
      picker.spaces = spaces
      picker.row =
        spaces.firstIndex { $0.id == selected } ?? min(picker.row, max(0, spaces.count - 1))
    }
    return []
  }

  mutating func finishLoading(_ result: Result<SpaceData, Failure>) -> [Effect] {
    switch result {
    case .failure(let failure):
      opening = nil
      typedAhead = []
      message = .error(failure.text)
      return view == nil && picker.spaces == nil ? [.loadSpaces] : []
    case .success(let data):
      if view?.data.id == data.id, opening != data.id {
        follow(data)
      } else if opening == data.id || (view == nil && opening == nil) {
        open(data)
        return [.recall(data.id)]
      }
      return []
    }
  }

  private mutating func open(_ data: SpaceData) {
    opening = nil
    layers = []
    write = nil
    choice = nil
    view = SpaceView(data: data)
    remembered = nil
    if data.problemCount > 0 {
      message = .warning(
        "\(data.problemCount) damaged lines were skipped and kept; verify shows them")
    }
    guard let date = openingDate else { return }
    openingDate = nil
    go(to: date)
  }

  /// What was read stays on screen, so that one can see what is gone.
  mutating func lose(space id: UUID) {
    guard view?.data.id == id, let name = view?.data.name else { return }
    view?.isDeleted = true
    message = .warning("\(name) was deleted; its files are in the trash")
  }

  /// Takes over what somebody appended to the open space.
  private mutating func follow(_ data: SpaceData) {
    guard var view else { return }
    let more = max(0, data.index.count - view.index.count)
    let foreign = max(0, more - view.ownEvents)
    view.ownEvents = max(0, view.ownEvents - more)
    if !view.isAtEnd { view.arrived += foreign }
    let rows = view.historyEvents.count
    let conflicts = view.conflictingAnchors
    view.data = data
    if view.isDeleted {
      view.isDeleted = false
      message = .note("\(data.name) is there again")
    }
    // The rows of the history are counted from the newest.
    if let row = view.historyRow {
      view.historyRow = row + max(0, view.historyEvents.count - rows)
    }
    self.view = view
    tellConflicts(besides: conflicts)
  }
}

extension SpaceData {
  package init(_ snapshot: LogSnapshot, following former: SpaceData? = nil) {
    self.init(
      id: snapshot.spaceId, name: snapshot.name, index: snapshot.timeline.index,
      head: snapshot.head, problemCount: snapshot.problems.count, following: former)
  }
}
