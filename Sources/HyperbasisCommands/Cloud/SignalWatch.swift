import Foundation

/// Puts the signals that ask a process to end into a mailbox instead.
final class SignalWatch {
  private var watched: [(number: Int32, source: any DispatchSourceSignal)] = []

  /// - Parameter mailbox: where they go, as ``SyncRun/News/signal(_:)``.
  init(_ signals: [Int32], _ mailbox: Mailbox<SyncRun.News>) {
    for number in signals {
      // One that is ignored stays ignored, as nohup wants it.
      guard !Self.isIgnored(signal(number, SIG_IGN)) else { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { mailbox.post(.signal(number)) }
      source.resume()
      watched.append((number, source))
    }
  }

  func end() {
    for (number, source) in watched {
      source.cancel()
      signal(number, SIG_DFL)
    }
    watched = []
  }

  /// Ends the process by a signal, so that its parent sees the truth.
  static func endProcess(bySignal number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }
}
