import Foundation

/// Sends many things in as few requests as the server allows.
@SyncActor
enum Delivery {
  /// Sends things together; if one of them is refused, finds it by halving, and sends the rest.
  ///
  /// - Parameter space: returns the space of a thing. All things of a space have one owner: if neither
  ///   the first nor the last is permitted, none is, and thousands need not be tried one by one.
  static func run<Item: Sendable>(
    _ items: ArraySlice<Item>, in space: ((Item) -> UUID)? = nil,
    send: @SyncActor (ArraySlice<Item>) async throws -> Void,
    refused: (Item, CloudFailure) throws -> Void,
    done: (ArraySlice<Item>) throws -> Void = { _ in }
  ) async throws {
    guard let first = items.first else { return }
    do {
      try await send(items)
    } catch let failure as CloudFailure {
      guard failure.isAboutRows(items.count) else { throw failure }
      guard items.count > 1 else { return try refused(first, failure) }
      if let space, items.allSatisfy({ space($0) == space(first) }), failure.deniesPermission,
        try await areDenied(items, send)
      {
        for item in items { try refused(item, failure) }
        return
      }
      let middle = items.startIndex + items.count / 2
      for half in [items[..<middle], items[middle...]] {
        try await run(half, in: space, send: send, refused: refused, done: done)
      }
      return
    }
    try done(items)
  }

  /// Tries whether neither the first nor the last is permitted. What gets sent by this may be sent again.
  private static func areDenied<Item: Sendable>(
    _ items: ArraySlice<Item>, _ send: @SyncActor (ArraySlice<Item>) async throws -> Void
  ) async throws -> Bool {
    for edge in [items.prefix(1), items.suffix(1)] {
      do {
        try await send(edge)
        return false
      } catch let failure as CloudFailure {
        guard failure.isAboutRows(1) else { throw failure }
        guard failure.deniesPermission else { return false }
      }
    }
    return true
  }
}

extension CloudFailure {
  /// Whether fewer rows may get through than were refused.
  func isAboutRows(_ count: Int) -> Bool {
    switch self {
    case .rejected, .missingParent, .tooLarge: true
    // The statement took too long; half as many rows may not.
    case .busy(let answer, nil): answer.code == "57014" && count > 1
    default: false
    }
  }

  /// Whether it is the user who is refused, either by row security or for lack of a privilege.
  var deniesPermission: Bool {
    guard case .rejected(let answer) = self else { return false }
    return answer.code == "42501" || [401, 403].contains(answer.status)
  }
}
