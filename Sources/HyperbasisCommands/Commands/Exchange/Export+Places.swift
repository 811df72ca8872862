import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisTimeMachine
import HyperbasisWording

// Formats for maps, for trajectories and for 3D viewers.

extension Export {
  func writeGeoJSON(to sink: ByteSink) throws -> TerminalText {
    let origin = try options.geoOrigin() ?? rememberedOrigin()
    guard let origin else {
      throw CommandFailure.usage(
        "where this space is on the earth is not known; give --origin LAT,LON or LAT,LON,ALT in "
          + "degrees and metres: the place of x = 0, z = 0")
    }
    let wanted = try content == .state ? scope.ordinals(of: scope.moment()) : startedOrdinals()
    let ordinals = wanted.filter { isOnEarth($0, about: origin) }
    if ordinals.count < wanted.count {
      try warn(
        "left out \(wanted.count - ordinals.count) of \(CountText.text(wanted.count, "place")), too far "
          + "from the origin "
          + "to have a latitude and a longitude; check --origin and where the anchors are")
    }
    if content == .events { try warnOfLeftOutEvents(wanted) }
    let lostMoves = try GeoJSONWriter(index, ordinals, about: origin).write(to: sink)
    if lostMoves > 0 {
      try warn(
        "\(CountText.text(lostMoves, "move")) of less than about a centimetre cannot be seen in "
          + "coordinates with seven decimals; csv and jsonl keep \(lostMoves == 1 ? "it" : "them")")
    }
    return content == .state
      ? CountText.text(ordinals.count, "anchor") : CountText.text(ordinals.count, "event")
  }

  /// Returns the events from the first place of their anchors on.
  func startedOrdinals() -> [Int] { scope.ordinals().filter(index.hasStarted) }

  /// Returns whether metres about an origin lead to a place on the earth at all.
  private func isOnEarth(_ ordinal: Int, about origin: GeoProjection) -> Bool {
    let place = origin.coordinates(of: SIMD3<Double>(index.position(ordinal)))
    return abs(place.latitude) <= 90 && abs(place.longitude) <= 180
  }

  /// Returns the origin that an import of geographic data recorded; nil if it recorded no place on the
  /// earth.
  private func rememberedOrigin() throws -> GeoProjection? {
    let record = try session.store.importRecords.load(scope.snapshot.spaceId)
    guard let origin = record?["origin"]?.dictionaryValue,
      case .place(let projection)? = ImportedOrigin(record: origin)
    else { return nil }
    return projection
  }
}

extension ExportOptions {
  /// Returns the origin from `--origin`; nil if it is not given.
  func geoOrigin() throws -> GeoProjection? {
    guard let origin else { return nil }
    let numbers = origin.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    let known = numbers.compactMap { $0 }
    guard known.count == numbers.count, (2...3).contains(known.count),
      known.allSatisfy(\.isFinite)
    else {
      throw CommandFailure.usage(
        "\"\(origin)\" is not LAT,LON or LAT,LON,ALT; give for example --origin 47.37,8.54")
    }
    guard abs(known[0]) < 90, abs(known[1]) <= 180 else {
      throw CommandFailure.usage(
        "there is no latitude \(known[0]) with the longitude \(known[1]); are the two swapped?")
    }
    return GeoProjection(
      latitude: known[0], longitude: known[1], altitude: known.count > 2 ? known[2] : 0)
  }
}

// MARK: - Trajectories

extension Export {
  func writeTrajectory(to sink: ByteSink) throws -> TerminalText {
    let present = Set((0..<index.count).lazy.filter(index.hasStarted).map(index.slot))
    let chosen = scope.slots ?? present
    guard let slot = chosen.first, chosen.count == 1 else {
      throw CommandFailure.usage(
        "tum is the path of one anchor, and this would be \(chosen.count); name one with --anchor")
    }
    let (axes, scale) = try options.conventions()
    let writer = TUMWriter(index, slot: slot, axes: axes, scale: scale)
    let (places, rescaled) = try writer.write(to: sink)
    if rescaled > 0 {
      try warn(
        "at \(CountText.text(rescaled, "place")) the anchor is scaled, sheared or mirrored; tum "
          + "records only position and rotation")
    }
    return CountText.text(places, "place")
  }
}

extension ExportOptions {
  func conventions() throws -> (AxisConvention, LengthScale) {
    let name = axes ?? "arkit"
    do {
      let (convention, scale) = try AxisConvention.named(name)
      return (convention, scale ?? .metres)
    } catch {
      let presets = AxisConvention.presetNames.joined(separator: ", ")
      throw CommandFailure.usage(
        "\"\(name)\" does not say where axes point; give one of \(presets), or WORLD/BODY such as "
          + "enu/flu")
    }
  }
}

// MARK: - Scenes

extension Export {
  func writeScene(to sink: ByteSink) throws -> TerminalText {
    let length = try options.seconds.map {
      try PlaceArguments.number(
        $0, option: "seconds", unit: "seconds", example: "10", minimum: 0.1, maximum: 86_400)
    }
    let passing = scope.slotsThatEverPass()
    let events = (0..<index.count).filter {
      let slot = index.slot($0)
      return scope.includes(slot: slot) && passing?.contains(slot) ?? true
    }
    let ordinals = events.filter(index.hasStarted)
    var writer = try GLBWriter(index, ordinals, seconds: length ?? 60) { slot, metadata in
      AnchorDescription.name(of: metadata, id: index.anchorId(ofSlot: slot))
    }
    guard writer.anchorCount > 0 else {
      throw CommandFailure.data("there are no anchors to show; glb cannot be empty")
    }
    try sink.append(try writer.document())
    try warn(ofPlaceless: events.count - ordinals.count)
    try noteWholeHistories()
    if writer.shearedCount > 0 {
      try warn(
        "in \(CountText.text(writer.shearedCount, "state")) an anchor is sheared; glb records "
          + "only position, rotation and scale")
    }
    let anchors = CountText.text(writer.anchorCount, "anchor")
    return "\(anchors), \(CountText.text(ordinals.count, "event"))"
  }
}
