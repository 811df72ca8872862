/// What is to be said of the point from which an import measures places.
struct OriginNotes {
  let poses: PoseDecoder
  /// From where earlier imports into the space measure; nil if they take places as they are.
  let earlier: ImportedOrigin?
}

extension OriginNotes {
  /// Whole sentences.
  var texts: [String] { [choice, mismatch].compactMap(\.self) }

  /// Where the point comes from, unless it is what the options say or what one would expect.
  private var choice: String? {
    guard let origin = poses.origin else { return nil }
    if poses.followsEarlierImports {
      return
        "Places are measured from \(Self.text(origin)), as in earlier imports into this space; "
        + "give --origin to measure from elsewhere."
    }
    return poses.assumesFarAway
      ? "All places are far from 0: \(Self.text(origin)) is subtracted from them; --origin 0,0,0 "
        + "prevents this." : nil
  }

  /// That earlier imports measure from another point.
  private var mismatch: String? {
    guard let earlier, poses.origin.map({ !$0.fits(earlier) }) ?? true else { return nil }
    let here = poses.origin.map(Self.text) ?? "0"
    return
      "Earlier imports into this space measure from \(Self.text(earlier)), this one from \(here): "
      + "places of the two do not fit together."
  }

  private static func text(_ origin: ImportedOrigin) -> String {
    origin.numbers.map { SurveyWriter.short($0.description) }.joined(separator: ",")
  }
}
