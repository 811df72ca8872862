package import Foundation
import HyperbasisModels

/// A change that has yet to be sent to the cloud.
package struct HBPendingOperation: Equatable, Identifiable, Sendable {
  package enum Kind: Hashable, Sendable {
    case saveSpace(UUID)
    case deleteSpace(UUID)
    case saveAnchor(UUID)
    /// The events of a space.
    case uploadEvents(UUID)
  }

  package let id: UUID
  package let type: Kind
  package let createdAt: Date
  /// How often it failed.
  package var retryCount: Int

  package init(
    type: Kind, id: UUID = UUID(), createdAt: Date = Date(), retryCount: Int = 0
  ) {
    self.type = type
    self.id = id
    self.createdAt = createdAt
    self.retryCount = retryCount
  }
}

extension HBPendingOperation.Kind {
  /// The space or anchor that it is about.
  package var entityId: UUID {
    switch self {
    case .saveSpace(let id), .deleteSpace(let id), .saveAnchor(let id), .uploadEvents(let id): id
    }
  }

  fileprivate var name: String {
    switch self {
    case .saveSpace: "uploadSpace"
    case .deleteSpace: "deleteSpace"
    case .saveAnchor: "uploadAnchor"
    case .uploadEvents: "uploadEvents"
    }
  }

  /// Accepts both the names in the file and those of the original SDK's cases.
  fileprivate init?(name: String, entity: UUID) {
    switch name {
    case "uploadSpace", "saveSpace": self = .saveSpace(entity)
    case "deleteSpace": self = .deleteSpace(entity)
    case "uploadAnchor", "saveAnchor": self = .saveAnchor(entity)
    case "uploadEvents": self = .uploadEvents(entity)
    default: return nil
    }
  }
}

// MARK: - In the file

extension HBPendingOperation {
  /// Reads an element of the file: `{"id", "type", "entityId", "createdAt", "retryCount"}`, or as the
  /// original SDK writes it, `{"type": {"saveAnchor": {"_0": id}}, "createdAt", "retryCount"}`.
  init?(_ element: AnyCodableValue) {
    guard let members = element.dictionaryValue else { return nil }
    let kind: Kind?
    if let name = members["type"]?.stringValue {
      kind = Self.uuid(members["entityId"]).flatMap { Kind(name: name, entity: $0) }
    } else if let entry = members["type"]?.dictionaryValue?.first {
      kind = Self.uuid(entry.value.dictionaryValue?["_0"]).flatMap {
        Kind(name: entry.key, entity: $0)
      }
    } else {
      kind = nil
    }
    guard let kind else { return nil }
    let date = members["createdAt"]?.stringValue.flatMap { HBInstant(rfc3339: $0) }
    self.init(
      // The original SDK writes no id; the same element must get the same one at every read.
      type: kind, id: Self.uuid(members["id"]) ?? kind.entityId,
      createdAt: (date ?? HBInstant(microseconds: 0)).date,
      retryCount: members["retryCount"]?.intValue ?? 0)
  }

  private static func uuid(_ value: AnyCodableValue?) -> UUID? {
    value?.stringValue.flatMap(UUID.init(uuidString:))
  }

  var element: AnyCodableValue {
    [
      "id": .string(id.uuidString), "type": .string(type.name),
      "entityId": .string(type.entityId.uuidString),
      "createdAt": .string(HBInstant(createdAt).wholeSecondText),
      "retryCount": .int(retryCount),
    ]
  }
}
