import HyperbasisAnchorLog
public import HyperbasisModels

/// The events of a timeline in chronological order; each is decoded on access.
///
/// Like the timeline, it stays as it is while others go on writing. An event whose line can no longer be
/// read, because somebody has damaged the log meanwhile, keeps all but its transform and metadata.
public struct HBEventCollection: RandomAccessCollection, Sendable {
  let index: EventIndex

  public var startIndex: Int { 0 }
  public var endIndex: Int { index.count }

  /// - Complexity: O(1): one line of the log is read.
  public subscript(position: Int) -> HBAnchorEvent { index.readableEvent(position) }
}

extension HBEventCollection: Equatable {
  /// Whether two collections hold equal events in the same order.
  ///
  /// - Complexity: O(n): each event is decoded.
  public static func == (left: HBEventCollection, right: HBEventCollection) -> Bool {
    left.elementsEqual(right)
  }

  /// Whether the collection holds the events of an array, in the same order.
  ///
  /// - Complexity: O(n): each event is decoded.
  public static func == (left: HBEventCollection, right: [HBAnchorEvent]) -> Bool {
    left.elementsEqual(right)
  }
}

// The documentation of the SDK promises an array. A property cannot have two types, but a protocol
// extension may offer another one, which is chosen if nothing else fits.

/// Lets code that was written for an array of events compile unchanged. Do not conform to it.
public protocol _HBEventSequenceSource {
  var events: HBEventCollection { get }
}

extension _HBEventSequenceSource {
  /// All events in chronological order, as an array.
  ///
  /// - Complexity: O(n), each event is decoded.
  @_disfavoredOverload public var events: [HBAnchorEvent] {
    let events: HBEventCollection = self.events
    return Array(events)
  }
}
