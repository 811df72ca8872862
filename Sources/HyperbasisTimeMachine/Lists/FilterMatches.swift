import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisWording
import Synchronization

/// Whether a filter accepts the metadata of each event that carries some.
final class FilterMatches: Sendable {
  private enum Match: UInt8 {
    case unknown, passes, fails
  }

  /// More metadata than this take too long to decode: what their bytes do not tell is then determined
  /// on demand.
  static let decodeLimit = 20_000
  private static let batch = 4096

  private let filter: EventFilter
  private let index: EventIndex
  /// The match of each event, as its raw value.
  private let settled: [UInt8]
  /// By anchor, whether it passes without metadata; nil if none does.
  private let bare: [Bool]?
  private let late = Mutex<[Int: Bool]>([:])
  /// Why some metadata could not be read, until that has been reported.
  private let failure = Mutex<(any Error)?>(nil)
  /// Whether all metadata were evaluated.
  let isComplete: Bool

  /// - Parameter decodeLimit: The most metadata that are decoded because their bytes do not tell.
  convenience init(
    _ filter: EventFilter, index: EventIndex, decodeLimit: Int = FilterMatches.decodeLimit
  ) {
    self.init(filter, index, known: [], decodeLimit: decodeLimit)
  }

  /// - Parameter known: The matches of the first events.
  private init(
    _ filter: EventFilter, _ index: EventIndex, known: [UInt8],
    decodeLimit: Int = FilterMatches.decodeLimit
  ) {
    self.filter = filter
    self.index = index
    guard filter.asks(.metadata) else {
      (settled, bare, isComplete) = ([], nil, true)
      return
    }
    bare = filter.passesBare(index)
    var settled = known
    settled += repeatElement(Match.unknown.rawValue, count: index.count - known.count)
    let unknown = (0..<index.count).compactMap { ordinal in
      settled[ordinal] == 0 && index.carriesMetadata(ordinal) ? Int32(clamping: ordinal) : nil
    }
    var failure: (any Error)?
    let rest = Self.search(unknown, filter, index, &settled, &failure)
    isComplete = rest.count <= decodeLimit
    if isComplete {
      Self.evaluate(rest.map { Int($0) }, filter, index, &failure) { matches in
        for (source, passes) in matches {
          settled[source] = (passes ? Match.passes : .fails).rawValue
        }
      }
    }
    self.settled = settled
    note(failure)
  }

  private func note(_ error: (any Error)?) {
    if let error { failure.withLock { $0 = $0 ?? error } }
  }

  /// Returns why some metadata could not be read, once.
  func takeReadFailure() -> (any Error)? {
    failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
  }

  /// Returns the matches for the same log, grown at its end: only new metadata are read.
  func extended(to index: EventIndex) -> FilterMatches {
    FilterMatches(filter, index, known: settled)
  }
}

extension FilterMatches {
  func matches(after ordinal: Int) -> Bool {
    matches(index.metadataSource(ordinal), ofSlot: index.slot(ordinal))
  }

  /// - Parameter source: The event whose metadata are in force; nil if they are empty.
  func matches(_ source: Int?, ofSlot slot: Int) -> Bool {
    guard let source else { return bare?[slot] ?? false }
    let match = settled[source]
    return match == Match.unknown.rawValue ? evaluate(source) : match == Match.passes.rawValue
  }

  /// Evaluates metadata that were not evaluated with the others.
  private func evaluate(_ source: Int) -> Bool {
    if let known = late.withLock({ $0[source] }) { return known }
    do {
      let passes = Self.evaluate(try index.metadata(source), source, filter, index)
      late.withLock { $0[source] = passes }
      return passes
    } catch {
      // It matches nothing for now, and is tried again.
      note(error)
      return false
    }
  }

  /// Returns for each anchor whether it passes as it is in the latest state.
  func newest() -> [Bool] {
    let newest = (0..<index.slotCount).map { index.newestOrdinal(ofSlot: $0) }
    learn(newest.compactMap { $0 < 0 ? nil : index.metadataSource($0) })
    return newest.map { $0 >= 0 && matches(after: $0) }
  }

  /// Reads, all at once, those of some metadata that have not been evaluated yet.
  func learn(_ sources: [Int]) {
    guard !isComplete else { return }
    let known = late.withLock { $0 }
    let unknown = sources.filter { settled[$0] == Match.unknown.rawValue && known[$0] == nil }
    var failure: (any Error)?
    Self.evaluate(unknown, filter, index, &failure) { matches in
      late.withLock { late in for (source, passes) in matches { late[source] = passes } }
    }
    note(failure)
  }
}

// MARK: - Evaluating

extension FilterMatches {
  /// Evaluates metadata as far as the bytes of the log tell; returns the rest.
  private static func search(
    _ sources: [Int32], _ filter: EventFilter, _ index: EventIndex, _ settled: inout [UInt8],
    _ failure: inout (any Error)?
  ) -> [Int32] {
    guard let query = filter.query else { return sources }
    var rest: [Int32] = []
    do {
      try MetadataSearch(query, in: index).forEach(
        carriedBy: sources[...], known: filter.termsHeld(index)
      ) { source, holds in
        guard let holds else { return rest.append(Int32(clamping: source)) }
        settled[source] = (holds ? Match.passes : .fails).rawValue
      }
    } catch {
      // What was not read stays unsettled.
      failure = error
    }
    return rest
  }

  /// Decodes and evaluates some metadata, a batch at a time.
  private static func evaluate(
    _ sources: [Int], _ filter: EventFilter, _ index: EventIndex, _ failure: inout (any Error)?,
    _ settle: ([(source: Int, passes: Bool)]) -> Void
  ) {
    for start in stride(from: 0, to: sources.count, by: batch) {
      let part = Array(sources[start..<min(start + batch, sources.count)])
      do {
        let metadata = try index.metadata(after: part)
        settle(zip(part, metadata).map { ($0, evaluate($1, $0, filter, index)) })
      } catch {
        // What was not read stays unsettled.
        failure = failure ?? error
      }
    }
  }

  private static func evaluate(
    _ metadata: [String: AnyCodableValue], _ ordinal: Int, _ filter: EventFilter,
    _ index: EventIndex
  ) -> Bool {
    filter.matches(
      metadata, id: index.anchorId(ofSlot: index.slot(ordinal)).uuidString.lowercased())
  }
}

extension EventFilter {
  /// The terms about metadata, for a search in their bytes; nil if that could not decide them.
  fileprivate var query: MetadataQuery? {
    MetadataQuery(
      terms.compactMap { term in
        switch term {
        case .text(let text): .contains(text)
        case .member(let key, let value): .member(key: key, value: value)
        case .differs(let key, let value): .differs(key: key, value: value)
        case .compared(let key, let relation, let operand): .compared(key: key, relation, operand)
        case .type(let type): .text(key: "type", value: type)
        case .place, .alive, .kind, .actor, .moved, .before, .after: nil
        }
      })
  }

  /// Returns for each anchor whether its id alone fulfils the terms about metadata; nil if none can.
  fileprivate func passesBare(_ index: EventIndex) -> [Bool]? {
    let terms = metadataTerms.filter { !$0.holdsOfNothing }
    let prefixes = terms.map(\.idPrefix)
    guard prefixes.allSatisfy({ $0 != nil }) else { return nil }
    return Self.ids(index).map { id in prefixes.allSatisfy { id.hasPrefix($0 ?? "") } }
  }

  private var metadataTerms: [Term] { terms.filter { $0.subject == .metadata } }

  /// Returns for each anchor the terms that its id fulfils, as bits by the query's terms; empty if no
  /// id can fulfil any.
  fileprivate func termsHeld(_ index: EventIndex) -> [UInt64] {
    let prefixes = metadataTerms.map(\.idPrefix)
    guard prefixes.contains(where: { $0 != nil }) else { return [] }
    return Self.ids(index).map { id in
      var held: UInt64 = 0
      for (number, prefix) in prefixes.enumerated() {
        if let prefix, id.hasPrefix(prefix) { held |= 1 << UInt64(number) }
      }
      return held
    }
  }

  private static func ids(_ index: EventIndex) -> some Sequence<String> {
    (0..<index.slotCount).lazy.map { index.anchorId(ofSlot: $0).uuidString.lowercased() }
  }
}

extension EventFilter.Term {
  /// Whether it holds for metadata without members.
  fileprivate var holdsOfNothing: Bool {
    if case .differs = self { true } else { false }
  }

  /// The text, if it can be the beginning of an id: with fewer than four digits, a number or a short
  /// word would match many anchors by chance.
  var idPrefix: String? {
    guard case .text(let text) = self, let prefix = UUIDPrefix(text),
      prefix.count >= TextualSelector.minimumPrefix
    else { return nil }
    return text
  }
}
