public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  var objectWillChange: ObjectWillChangePublisher { get }
}

public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never

  private var receivers: [Int: () -> Void] = [:]
  private var nextKey = 0

  public init() {}

  public func send() {
    for key in receivers.keys.sorted() { receivers[key]?() }
  }

  public func attach(_ receive: @escaping (()) -> Void) -> AnyCancellable {
    let key = nextKey
    nextKey += 1
    receivers[key] = { receive(()) }
    return AnyCancellable { [weak self] in self?.receivers[key] = nil }
  }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  public var objectWillChange: ObservableObjectPublisher { publisher(of: self) }
}

private struct Entry {
  weak var object: AnyObject?
  let publisher = ObservableObjectPublisher()
}

// Unsafe, because the checks run on one thread.
nonisolated(unsafe) private var entries: [ObjectIdentifier: Entry] = [:]

/// Combine puts the publisher into the object, which only the compiler can do.
private func publisher(of object: AnyObject) -> ObservableObjectPublisher {
  if let entry = entries[ObjectIdentifier(object)], entry.object === object {
    return entry.publisher
  }
  let entry = Entry(object: object)
  entries[ObjectIdentifier(object)] = entry
  return entry.publisher
}
