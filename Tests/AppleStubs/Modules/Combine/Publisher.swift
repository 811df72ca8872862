/// Sends values to those who attach to it.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// Stands for Combine's subscribers, which nothing here uses.
  func attach(_ receive: @escaping (Output) -> Void) -> AnyCancellable
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    attach(receiveValue)
  }
}

/// Ends a subscription when it is freed.
public final class AnyCancellable {
  private let end: () -> Void

  public init(_ cancel: @escaping () -> Void) { end = cancel }

  public func cancel() { end() }

  deinit { end() }
}
