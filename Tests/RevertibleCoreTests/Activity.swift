import Foundation
import RevertibleCore

/// The activity from the documentation, with its conformances written by hand.
struct Activity: Identifiable, Versionable {
  let id: UUID
  var title: String
  var priority: Priority
  var childActivities: [Activity]

  init(
    id: UUID = UUID(), title: String = "Title", priority: Priority = .low,
    childActivities: [Activity] = []
  ) {
    self.id = id
    self.title = title
    self.priority = priority
    self.childActivities = childActivities
  }

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.title)
    reverter.appendReversion(at: \.priority)
    reverter.appendReversion(at: \.childActivities)
  }
}

enum Priority: Hashable {
  case low
  case medium(dueDate: Date?)
  case high(dueDate: Date, reason: String)
}

extension Priority: Versionable {
  func addReversions(into reverter: inout some Reverter<Self>) {
    guard !reverter.hasChanged(at: \.name) else {
      return reverter.appendOverwriteReversion(at: \.self)
    }
    reverter.appendReversion(at: \.reason)
    reverter.appendReversion(at: \.dueDate)
  }

  private enum Name { case low, medium, high }

  private var name: Name {
    switch self {
    case .low: .low
    case .medium: .medium
    case .high: .high
    }
  }

  private var dueDate: Date? {
    get {
      switch self {
      case .low: nil
      case .medium(let dueDate): dueDate
      case .high(let dueDate, _): dueDate
      }
    }
    set {
      switch (self, newValue) {
      case (.medium, _): self = .medium(dueDate: newValue)
      case (.high(_, let reason), let date?): self = .high(dueDate: date, reason: reason)
      case (.low, _), (.high, nil): break
      }
    }
  }

  private var reason: String? {
    get { if case .high(_, let reason) = self { reason } else { nil } }
    set {
      if case .high(let dueDate, _) = self, let newValue {
        self = .high(dueDate: dueDate, reason: newValue)
      }
    }
  }
}
