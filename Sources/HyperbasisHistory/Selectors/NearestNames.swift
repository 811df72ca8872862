/// Finds names that look like a mistyped one.
package enum NearestNames {
  /// Returns up to three candidates whose names differ little from a text, the nearest first.
  static func nearest(
    to text: String, among candidates: [TextualSelector.Candidate]
  ) -> [TextualSelector.Candidate] {
    let scored = candidates.compactMap { candidate in
      candidate.name.flatMap { distance(text, $0) }.map { (candidate, $0) }
    }
    // Stable, so that equal distances keep the order of the candidates.
    return scored.enumerated()
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .prefix(3).map(\.element.0)
  }

  /// Returns up to three words that differ little from a text, the nearest first.
  package static func nearest(to text: String, among words: [String]) -> [String] {
    words.compactMap { word in distance(text, word).map { (word, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .prefix(3).map(\.0)
  }

  /// Returns the distance between two texts if they look alike, ignoring case; else nil.
  private static func distance(_ typed: String, _ name: String) -> Int? {
    // A name of megabytes must not cost seconds.
    let typed = Array(typed.prefix(80).lowercased())
    let name = Array(name.prefix(80).lowercased())
    // Any letter is one edit away from any other.
    guard typed.count > 1 else { return nil }
    if typed.count >= 2, name.starts(with: typed) { return 0 }
    let edits = editDistance(typed, name)
    return edits <= max(1, typed.count / 3) ? edits : nil
  }

  /// Counts the insertions, deletions and replacements that lead from one text to the other, and swaps of
  /// neighbours: the restricted Damerau-Levenshtein distance.
  private static func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
