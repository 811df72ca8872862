import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisWording

extension State {
  /// `1 new event, End shows it`; nil if the date on screen shows all.
  var hiddenArrivalsText: TerminalText? {
    guard let view, view.hiddenArrivals > 0 else { return nil }
    let events = CountText.text(view.hiddenArrivals, "new event")
    let them: TerminalText = view.hiddenArrivals == 1 ? "it" : "them"
    return "\(events), \(keymap.label(of: .time(.goToEnd))) shows \(them)"
  }
}

/// Describes in lines what others wrote to the open space.
enum ArrivalAnnouncement {
  static func lines(from old: State?, to new: State) -> [TerminalText] {
    guard let view = new.view, let former = old?.view, view.data.id == former.data.id else {
      return []
    }
    // If they are not shown, they are counted, as in the title.
    guard view.isAtEnd else {
      let isNews = view.hiddenArrivals != former.hiddenArrivals
      return isNews ? [new.hiddenArrivalsText].compactMap(\.self) : []
    }
    let count = view.foreignEvents - former.foreignEvents
    guard former.isAtEnd, count > 0 else { return [] }
    // What was written here has a message of its own.
    guard count == view.index.count - former.index.count else { return [news(count)] }
    let lines = ordinals(new: view.index, since: former.index).suffix(mostLines).map {
      text($0, view)
    }
    return count > lines.count ? [news(count)] + lines : lines
  }

  private static func news(_ count: Int) -> TerminalText {
    CountText.text(count, "new event")
  }

  /// More than this at once is too much to listen to; the history has the rest.
  private static let mostLines = 10

  /// `lamp moved 1.42 m, by kit`.
  private static func text(_ ordinal: Int, _ view: SpaceView) -> TerminalText {
    let name = view.data.description(after: ordinal).label
    let did = view.data.text(event: ordinal)
    guard let actor = view.index.actor(ordinal) else { return "new: \(name) \(did)" }
    return "new: \(name) \(did), by \(TerminalText(actor, limit: 40))"
  }

  /// Returns the events that an index has and a former one lacks, in order. They are mostly the latest,
  /// so both are scanned from the end.
  private static func ordinals(new: EventIndex, since old: EventIndex) -> [Int] {
    let count = new.count - old.count
    var found: [Int] = []
    var (ordinal, former) = (new.count - 1, old.count - 1)
    while found.count < count, ordinal >= 0 {
      if former >= 0, new.id(ordinal) == old.id(former) {
        former -= 1
      } else {
        found.append(ordinal)
      }
      ordinal -= 1
    }
    return found.reversed()
  }
}
