/// One step between two neighbouring versions, to be taken back or forward.
struct VersionStep<Value> {
  /// Leads from the version that the value is at to the other one.
  let change: any ChangeNode<Value>
  /// The version before the edit.
  let older: VersionNumber
  /// The version after the edit.
  let newer: VersionNumber
  /// Names the newer version.
  var tag: VersionTag?
  /// About how many bytes the change takes.
  let cost: Int
  /// How many steps of its stack follow from each other up to this one.
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

  /// The step after its change was applied and gave its inverse.
  func turned(_ inverse: any ChangeNode<Value>) -> Self {
    Self(change: inverse, older: older, newer: newer, tag: tag)
  }

  /// Whether one of the two versions of this step is that of the other, whichever way they are passed.
  fileprivate func isLinked(to other: Self) -> Bool {
    newer == other.older || older == other.newer
  }
}

/// Tells one version in a history from all others. Each number is used once.
struct VersionNumber: Comparable {
  private let number: UInt64

  static let first = VersionNumber(number: 0)

  var next: VersionNumber { VersionNumber(number: number + 1) }

  static func < (first: Self, second: Self) -> Bool { first.number < second.number }
}

/// A tag as it was given. Tags are sendable when they are given and stay so inside.
typealias VersionTag = AnyHashable

/// Steps, the last one on top. The oldest can be dropped without moving the rest.
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

  /// How many of the newest steps follow from each other.
  var linkedCount: Int {
    guard let first, let last else { return 0 }
    // The oldest may have been put there after the steps that it does not belong to.
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
    // The emptied front is given back once it is most of the storage, so a drop costs O(1) on average.
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

  /// Takes a tag from the step to a version, if it has it.
  mutating func forget(_ tag: VersionTag, at number: VersionNumber) {
    guard let index = index(of: number), storage[index]?.tag == tag else { return }
    storage[index]?.tag = nil
  }

  /// Where the step to a version is. The numbers ascend in the steps to undo and descend in those to
  /// redo.
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
