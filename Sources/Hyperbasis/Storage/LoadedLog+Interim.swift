import Foundation

extension LoadedLog {
  init(spaceId: UUID, source: LogBytes, name: String) throws {
    self.init(spaceId: spaceId)
    self.source = source
    self.name = name
    try extend(to: source.size())
  }

  mutating func extend(to size: Int) throws {
    guard let source else { return }
    var bytes = [UInt8](repeating: 0, count: size - end)
    let offset = end
    let count = try bytes.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
    bytes.removeSubrange(count...)
    if bytes.last != 0x0a, let last = bytes.lastIndex(of: 0x0a) {
      bytes.removeSubrange((last + 1)...)
    }
    for line in bytes.split(separator: 0x0a) {
      guard let line = try? LogLine.decode([UInt8](line), spaceId: index.spaceId) else { continue }
      interim.append(line.event)
    }
    end += bytes.count
    index = EventIndex(spaceId: index.spaceId, events: interim)
  }

  mutating func take(_ anchor: HBAnchor) {
    guard index.slot(of: anchor.id) == nil else { return }
    let events = [HBAnchorEvent.created(anchor: anchor)]
    interim += events
    index = EventIndex(spaceId: index.spaceId, events: interim)
    pending[anchor.id] = Pending(events: events, count: events.count)
  }
}
