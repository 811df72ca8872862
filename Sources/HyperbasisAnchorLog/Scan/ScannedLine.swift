import HyperbasisModels

/// What the columns need from a line, as numbers: nothing is copied out of the line.
struct ScannedLine {
  var id = UUIDBits(high: 0, low: 0)
  var anchor = UUIDBits(high: 0, low: 0)
  /// Microseconds since 1970.
  var instant: Int64 = 0
  var version: Int32 = 0
  /// The type, and whether there is a transform and metadata.
  var flags = EventFlags()
  /// Metres.
  var position = SIMD3<Float>.zero
  /// Bytes from the start of the line to the value of `transform`; 0 for none.
  var transform = 0
  /// Bytes from the start of the line to the value of `metadata`; 0 for none.
  var metadata = 0
  /// The digest of the transform without its position.
  var rotationDigest: UInt64 = 0
  var metadataDigest: UInt64 = 0
  /// The digest of the names of the metadata's members.
  var metadataShape: UInt32 = 0
  /// Bytes from the start of the line to the content of `actorId`; 0 for none.
  var actor = 0
  var actorLength = 0
  var operation = UUIDBits(high: 0, low: 0)
  /// The operation that is undone or redone.
  var undone = UUIDBits(high: 0, low: 0)
  /// The anchor's own creation date, in microseconds since 1970.
  var createdAt: Int64 = 0
  /// The date of the row that the event was derived from, in microseconds since 1970.
  var derived: Int64 = 0
  /// Bytes from the start of the line to the value of `corrects`; 0 for none.
  var corrects = 0
  var rare = Rare()

  /// What most lines lack.
  struct Rare: OptionSet {
    let rawValue: UInt8
    static let operation = Rare(rawValue: 1)
    static let undoes = Rare(rawValue: 2)
    static let redoes = Rare(rawValue: 4)
    static let badMicroseconds = Rare(rawValue: 8)
    static let createdAt = Rare(rawValue: 16)
    static let corrects = Rare(rawValue: 32)
    static let derived = Rare(rawValue: 64)
    /// The line names the keys that it changes.
    static let changed = Rare(rawValue: 128)
  }
}

extension ScannedLine {
  /// Takes what the slow path found in a line, except the actor, which that returns as text.
  init(_ head: LineHead, _ members: LineMembers, _ digests: PayloadDigests) {
    id = head.id
    anchor = head.anchor
    instant = head.instant.microseconds
    version = head.version
    flags = EventFlags(type: head.type)
    if let transform = head.transform {
      flags.insert(.transform)
      position = HBTransform.position(transform)
      rotationDigest = digests.rotation.of(transform)
      self.transform = members.offset(of: .transform) ?? 0
    }
    if let values = head.metadata {
      flags.insert(.metadata)
      metadata = members.offset(of: .metadata) ?? 0
      metadataDigest = digests.metadata.of(values)
      metadataShape = digests.metadata.shape(of: values)
    }
    if let operation = head.operation {
      self.operation = operation
      rare.insert(.operation)
    }
    switch head.undone {
    case .undoes(let id):
      undone = UUIDBits(id)
      rare.insert(.undoes)
    case .redoes(let id):
      undone = UUIDBits(id)
      rare.insert(.redoes)
    case nil: break
    }
    if let createdAt = head.createdAt {
      self.createdAt = createdAt
      rare.insert(.createdAt)
    }
    if let derived = head.derived {
      self.derived = derived
      rare.insert(.derived)
    }
    if members.offset(of: .changed) != nil { rare.insert(.changed) }
    if let offset = members.offset(of: .corrects) {
      corrects = offset
      rare.insert(.corrects)
    }
    if head.hasBadMicroseconds { rare.insert(.badMicroseconds) }
  }
}
