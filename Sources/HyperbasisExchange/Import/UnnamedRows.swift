/// Rows of an input in which no column says which anchor they belong to.
///
/// A recording of one thing has no such column, and needs none. If several rows have the same time,
/// they are of several things, and a column whose own name does not show it may name them.
struct UnnamedRows {
  /// The columns that may name anchors, by number, with hashes of the rows that each has told apart so far.
  private var guesses: [Int: Set<Int>] = [:]
  /// The columns that are ruled out: by an empty cell, one value twice at one time, or too many rows.
  private var refuted: Set<String> = []
  /// Hashes of the values of columns, by column name, up to ``mostValues``.
  private var values: [String: Set<Int>] = [:]
  private var columns: [(number: Int, name: String, isGuess: Bool)] = []
  private var input = -1
  /// Whether nothing names the anchors of the input being read.
  private(set) var isActive = false

  private static let mostValues = 1000
  private static let mostRows = 1_000_000
}

extension UnnamedRows {
  /// Reads rows with another mapping from now on.
  mutating func use(_ guess: MappingGuess, ofInput input: Int) {
    isActive = guess.isUnnamed
    let hasLateColumns = self.input == input && !columns.isEmpty
    if !hasLateColumns { guesses = [:] }
    self.input = input
    columns = []
    guard isActive else { return }
    columns = guess.mapping.metadata.map { metadatum in
      let name = guess.name(metadatum.column)
      let isGuess = guess.mapping.idGuesses.contains(metadatum.column)
      if isGuess, guesses[metadatum.column] == nil {
        guesses[metadatum.column] = []
        // The earlier rows have no such cell.
        if hasLateColumns { refuted.insert(name) }
      }
      return (metadatum.column, name, isGuess)
    }
  }

  /// - Parameter hasTies: whether some rows are known to have the same time.
  mutating func note(_ row: InputRow, _ instant: Int64, hasTies: Bool) {
    for (number, name, isGuess) in columns {
      let cell = row[number]
      if isGuess, hasTies { tell(cell, number, name, instant) }
      guard !cell.isEmpty, isGuess || Self.isText(cell),
        values[name]?.count ?? 0 < Self.mostValues
      else { continue }
      values[name, default: []].insert(Self.hash(cell, 0, 0))
    }
  }

  private mutating func tell(
    _ cell: InputCell, _ number: Int, _ name: String, _ instant: Int64
  ) {
    guard !refuted.contains(name) else { return }
    let isNew = guesses[number]?.insert(Self.hash(cell, instant, input)).inserted ?? false
    let isTooMuch = guesses[number]?.count ?? 0 > Self.mostRows
    if cell.isEmpty || !isNew || isTooMuch {
      refuted.insert(name)
      guesses[number] = []
    }
  }

  private static func hash(_ cell: InputCell, _ instant: Int64, _ input: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(instant)
    hasher.combine(input)
    hasher.combine(bytes: UnsafeRawBufferPointer(cell.bytes))
    return hasher.finalize()
  }

  /// Returns whether a cell is a word, and neither a number nor a date.
  private static func isText(_ cell: InputCell) -> Bool {
    switch cell.kind {
    case .plain, .quoted: break
    default: return false
    }
    let bytes = cell.bytes
    return Double(bytes, point: UInt8(ascii: ".")) == nil
      && Double(bytes, point: UInt8(ascii: ",")) == nil && DateText.family(bytes) == nil
      && !bytes.elementsEqual("true".utf8) && !bytes.elementsEqual("false".utf8)
  }
}

extension UnnamedRows {
  /// The column that tells all rows of one time apart; nil if none does.
  var naming: String? {
    let naming = columns.first { column in
      column.isGuess && !refuted.contains(column.name) && guesses[column.number]?.isEmpty == false
    }
    return naming?.name
  }

  /// The column that looks most like one that names anchors, with the number of its values, nil if
  /// there are too many to count; nil if no column has more than one value.
  var likeliest: (name: String, count: Int?)? {
    func count(_ name: String) -> Int { values[name]?.count ?? 0 }
    let several = columns.filter { count($0.name) > 1 }
    guard let name = (several.first(where: \.isGuess) ?? several.first)?.name else { return nil }
    return (name, count(name) < Self.mostValues ? count(name) : nil)
  }
}
