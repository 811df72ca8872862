/// A step between two neighbouring versions, to undo or redo.
struct VersionStep<Value> {
  /// The change from the version that the value is at to the other one.
  let change: any ChangeNode<Value>
  /// The version before the edit.
  let older: VersionNumber
  /// The version after the edit.
  let newer: VersionNumber
  /// The tag of the newer version.
  var tag: VersionTag?
  /// About how many bytes the change takes.
  let cost: Int
  /// The length of the unbroken chain of steps in its stack that ends with this one.
  fileprivate(set) var linkedCount = 1

  init(
    change: any ChangeNode<Value>, older: VersionNumber, newer: VersionNumber, tag: VersionTag?
  ) {
    self.change = change
    self.older = older
    self.newer = newer
    self.tag = tag
    self.cost = change.cost + MemoryLayout<Self>.stride
  }

  /// Returns the step in the other direction, with the inverse that applying its change returned.
  func turned(_ inverse: any ChangeNode<Value>) -> Self {
    Self(change: inverse, older: older, newer: newer, tag: tag)
  }

  /// Whether this step and another meet at a version, whichever of the two comes first.
  fileprivate func isLinked(to other: Self) -> Bool {
    newer == other.older || older == other.newer
  }
}

/// Identifies a version in a history. Each number is used only once.
struct VersionNumber: Comparable {
  private let number: UInt64

  static let first = VersionNumber(number: 0)

  var next: VersionNumber { VersionNumber(number: number + 1) }

  static func < (first: Self, second: Self) -> Bool { first.number < second.number }
}

/// A tag as the caller passed it. The public interface accepts only sendable tags.
typealias VersionTag = AnyHashable

/// A stack of steps. The oldest one can be dropped without moving the rest.
struct StepStack<Value> {
  private var storage: [VersionStep<Value>?] = []
  private var dropped = 0
  /// The sum of the steps' costs.
  private(set) var cost = 0

  var count: Int { storage.count - dropped }
  var isEmpty: Bool { count == 0 }
  var first: VersionStep<Value>? { isEmpty ? nil : storage[dropped] }
  var last: VersionStep<Value>? { storage.last ?? nil }

  /// The steps from the oldest to the newest.
  var steps: some BidirectionalCollection<VersionStep<Value>> {
    storage[dropped...].lazy.compactMap { $0 }
  }

  /// How many of the newest steps form an unbroken chain.
  var linkedCount: Int {
    guard let first, let last else { return 0 }
    // The oldest step may have been prepended to steps that it does not connect to.
    let isLoose = count > 1 && storage[dropped + 1].map { !$0.isLinked(to: first) } == true
    return min(last.linkedCount, isLoose ? count - 1 : count)
  }

  mutating func append(_ step: VersionStep<Value>) {
    var step = step
    if let last, step.isLinked(to: last) { step.linkedCount = last.linkedCount + 1 }
    storage.append(step)
    cost += step.cost
  }

  mutating func popLast() -> VersionStep<Value>? {
    guard !isEmpty, let step = storage.removeLast() else { return nil }
    cost -= step.cost
    return step
  }

  mutating func popFirst() -> VersionStep<Value>? {
    guard !isEmpty, let step = storage[dropped] else { return nil }
    storage[dropped] = nil
    dropped += 1
    cost -= step.cost
    // The emptied front is released once it is most of the storage, so a drop costs amortised O(1).
    if dropped > 32, dropped * 2 > storage.count {
      storage.removeFirst(dropped)
      dropped = 0
    }
    return step
  }

  mutating func prepend(_ step: VersionStep<Value>) {
    if dropped > 0 {
      dropped -= 1
      storage[dropped] = step
    } else {
      storage.insert(step, at: 0)
    }
    cost += step.cost
  }

  mutating func removeAll() { self = Self() }

  /// Removes a tag from the step to a version, if it has it.
  mutating func forget(_ tag: VersionTag, at number: VersionNumber) {
    guard let index = index(of: number), storage[index]?.tag == tag else { return }
    storage[index]?.tag = nil
  }

  /// Returns the index of the step to a version. The numbers ascend in steps to undo and descend in
  /// steps to redo.
  private func index(of number: VersionNumber) -> Int? {
    guard let first, let last else { return nil }
    let isAscending = first.newer <= last.newer
    var (low, high) = (dropped, storage.count)
    while low < high {
      let middle = (low + high) / 2
      guard let found = storage[middle]?.newer, found != number else { return middle }
      if (found < number) == isAscending { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  mutating func tagLast(_ tag: VersionTag?) {
    guard !isEmpty else { return }
    storage[storage.count - 1]?.tag = tag
  }
}
