import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisTimeMachine
import HyperbasisWording

/// The completions that a store offers at a place of a command line. It is only read.
struct StoreCompletion {
  private let place: CompletionPlace
  private let session: StoreSession?

  init(_ place: CompletionPlace, _ context: CommandContext) {
    self.place = place
    let shared = ["--store", "--actor"].compactMap { name in
      place.values[name].map { "\(name)=\(HomePath.expanded($0, home: context.homeDirectory))" }
    }
    let flags = place.given.contains("--utc") ? ["--utc"] : []
    guard let options = try? StoreOptions.parse(shared + flags),
      (try? options.requireStore(in: context)) != nil
    else {
      session = nil
      return
    }
    session = StoreSession(options, context)
  }
}

// MARK: - Spaces

extension StoreCompletion {
  /// The names, then the ids; only the id if a name is not unique, or cannot be typed.
  var spaces: [CompletionCandidate] {
    guard let session, let all = try? session.store.catalog.names() else { return [] }
    return Self.named(all.map { ($0.id, $0.name) })
  }

  /// The spaces in the trash.
  var trash: [CompletionCandidate] {
    guard let session, let all = try? session.store.trash.list() else { return [] }
    return Self.named(all.map { ($0.id, $0.summary.name) })
  }

  private static func named(_ all: [(id: UUID, name: String?)]) -> [CompletionCandidate] {
    let ids = ShortIds(Set(all.map(\.id)))
    let counts = Dictionary(grouping: all, by: { $0.name?.lowercased() ?? "" }).mapValues(\.count)
    let names = all.compactMap { id, name -> CompletionCandidate? in
      // A leading dash would make it an option.
      guard let name, counts[name.lowercased()] == 1, !name.hasPrefix("-") else { return nil }
      return CompletionCandidate(name, "space \(TerminalText(ids.text(id)))")
    }
    return names + all.map { CompletionCandidate(ids.text($0.id), SpaceTitle.text($0.name, $0.id)) }
  }

  /// The space that the line names, else the only one.
  private var snapshot: LogSnapshot? {
    guard let session else { return nil }
    let text = place.values["--space"] ?? place.given(positional: "space")
    return try? session.snapshot(text)
  }

  /// The spaces that an anchor of the line may be in.
  private var snapshots: [LogSnapshot] {
    if let snapshot { return [snapshot] }
    return (try? session?.snapshots(nil)) ?? []
  }

  /// The anchor that the line has named.
  private var anchor: AnchorLocation? {
    place.given(positional: "anchor").flatMap { try? session?.anchor($0) }
  }
}

// MARK: - Anchors

extension StoreCompletion {
  /// With more, reading all labels would take too long.
  private static let mostLabels = 20_000
  /// Longer labels are notes rather than names.
  private static let longestLabel = 60

  /// Returns labels that identify one anchor, and ids if one is being typed or the label is not enough.
  func anchors(typed: String) -> [CompletionCandidate] {
    var labels: [CompletionCandidate] = []
    var ids: [CompletionCandidate] = []
    let wantsIds = !typed.isEmpty && typed.allSatisfy { $0.isHexDigit || $0 == "-" }
    for index in snapshots.map({ $0.timeline.index }) {
      let shortIds = ShortIds(index)
      let known = self.labels(of: index)
      let counts = Dictionary(grouping: known, by: { $0.label.lowercased() }).mapValues(\.count)
      for (id, label) in known {
        let text = shortIds.text(id)
        let name = CompletionCandidate(label, TerminalText(text))
        let isMeant =
          counts[label.lowercased()] == 1 && name.isTypeable && label.count <= Self.longestLabel
          && !label.hasPrefix("-")
        if isMeant { labels.append(name) }
        if !isMeant || wantsIds { ids.append(CompletionCandidate(text, TerminalText(label))) }
      }
    }
    return labels + ids
  }

  /// Returns the anchors that the command can act on, by their latest labels.
  private func labels(of index: EventIndex) -> [(id: UUID, label: String)] {
    let newest = (0..<index.slotCount).map { index.newestOrdinal(ofSlot: $0) }
      .filter { ordinal in
        switch place.command.commandName {
        case "restore": !index.isVisible(ordinal)
        case "move", "set", "delete": index.isVisible(ordinal)
        default: true
        }
      }
    guard newest.count <= Self.mostLabels, let metadata = try? index.metadata(after: newest) else {
      return newest.map { (index.anchorId(ofSlot: index.slot($0)), "") }
    }
    return zip(newest, metadata).map { ordinal, metadata in
      let id = index.anchorId(ofSlot: index.slot(ordinal))
      return (id, AnchorDescription(metadata, id: id).label.plain)
    }
  }
}

// MARK: - Filters and metadata

extension StoreCompletion {
  private var filter: FilterCompletion { FilterCompletion(snapshot.map { SpaceData($0) }) }

  /// Returns the terms of the time machine's filter that complete the last one of the text.
  func filters(typed: String) -> [CompletionCandidate] {
    let (start, terms) = filter.completions(of: typed)
    return terms.map { CompletionCandidate(start + $0) }
  }

  /// Returns `KEY=`, or after it the values that others have.
  func metadata(typed: String) -> [CompletionCandidate] {
    guard let sign = typed.firstIndex(of: "=") else {
      return keys.map { CompletionCandidate($0.value + "=", $0.meaning) }
    }
    let key = String(typed[..<sign])
    return metadataSource.values(of: key).map { CompletionCandidate("\(key)=\($0)") }
  }

  /// The keys of the anchor that the line names, with their values; without an anchor, all keys.
  var keys: [CompletionCandidate] {
    guard let anchor else { return metadataSource.keys.map { CompletionCandidate($0) } }
    let newest = anchor.index.newestOrdinal(ofSlot: anchor.slot)
    let own = (try? anchor.index.metadata(newest)) ?? [:]
    let others =
      place.command.commandName == "set" && !place.given.contains("--unset")
      ? metadataSource.keys.filter { own[$0] == nil } : []
    return own.keys.sorted().map { key in
      CompletionCandidate(key, own[key].map { ValueText.text($0) } ?? .empty)
    } + others.map { CompletionCandidate($0) }
  }

  private var metadataSource: FilterCompletion {
    guard let anchor else { return filter }
    return FilterCompletion(SpaceData(anchor.snapshot))
  }
}

// MARK: - Dates

extension StoreCompletion {
  private static let wordsForDates: [(String, TerminalText)] = [
    ("now", "the clock"), ("start", "the first event"), ("end", "the last event"),
    ("today", "the last midnight"), ("yesterday", "the midnight before"),
    ("50%", "half way through the history"), ("-2h", "two hours ago"), ("-1d", "a day ago"),
    ("end-1d", "a day before the last event"), ("start+2h", "two hours after the first event"),
  ]
  private static let mostInstants = 200

  /// Returns words, then bookmarks, then days with events; once a day is typed, its instants.
  func dates(typed: String) -> [CompletionCandidate] {
    let words = Self.wordsForDates.map { CompletionCandidate($0.0, $0.1) }
    guard let snapshot = anchor?.snapshot ?? snapshot, let session else { return words }
    let index = snapshot.timeline.index
    let bookmarks = (try? session.store.bookmarks.load(spaceId: snapshot.spaceId)) ?? []
    let noted = bookmarks.map {
      CompletionCandidate(text(of: $0.instant, session), TerminalText($0.note))
    }
    return unique(words + noted + events(typed, in: index, session))
  }

  /// Returns a time that can be typed without quotes.
  private func text(of instant: HBInstant, _ session: StoreSession) -> String {
    "\(session.time.day(instant))T\(session.time.time(instant, fraction: .whenPresent))"
  }

  private func events(
    _ typed: String, in index: EventIndex, _ session: StoreSession
  ) -> [CompletionCandidate] {
    guard typed.first?.isNumber ?? true else { return [] }
    let isDay = typed.count >= "2024-06-17".count
    var counts: [(text: String, events: Int)] = []
    // The latest come first, since they are the likeliest.
    for ordinal in (0..<index.count).reversed() where counts.count <= Self.mostInstants {
      let instant = index.instant(ordinal)
      let text = isDay ? text(of: instant, session) : session.time.day(instant)
      guard text.hasPrefix(typed) else { continue }
      if counts.last?.text == text {
        counts[counts.count - 1].events += 1
      } else {
        counts.append((text, 1))
      }
    }
    return counts.map {
      CompletionCandidate($0.text, CountText.text($0.events, "event"))
    }
  }

  private func unique(_ all: [CompletionCandidate]) -> [CompletionCandidate] {
    var seen: Set<String> = []
    return all.filter { seen.insert($0.value).inserted }
  }
}
