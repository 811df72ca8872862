import Foundation

extension ColumnStorage {
  /// Puts the rows of a chunk into fresh rows, in canonical order, and leaves the columns that it was
  /// collected in ready for another chunk.
  func take(_ rows: IndexBuilder, at row: Int) {
    let (source, count) = (rows.columns, rows.count)
    precondition(row >= 0 && count <= capacity - row)
    let order = rows.isSorted ? nil : source.nearOrder(count) ?? rows.canonicalOrder()
    take(instants, source.instants, count, order, at: row)
    take(ids, source.ids, count, order, at: row)
    take(slots, source.slots, count, order, at: row)
    take(versions, source.versions, count, order, at: row)
    take(folded, source.folded, count, order, at: row)
    take(places, source.places, count, order, at: row)
    takeSparse(actors, source.actors, count, order, at: row)
    takeSparse(operations, source.operations, count, order, at: row)
    takeSparse(rotationDigests, source.rotationDigests, count, order, at: row)
    takeSparse(metadataDigests, source.metadataDigests, count, order, at: row)
    takeSparse(metadataShapes, source.metadataShapes, count, order, at: row)
  }

  private func take<Element: BitwiseCopyable>(
    _ column: CheckedColumn<Element>, _ source: CheckedColumn<Element>, _ count: Int,
    _ order: [Int32]?, at row: Int
  ) {
    if let order {
      column.base.gather(order, from: source.base, to: row)
    } else {
      column.base.copy(source.base, 0..<count, to: row)
    }
  }

  /// Does the same for a column that not every row writes: if a chunk has only zeros there, the
  /// pages stay zero and take no memory.
  private func takeSparse<Element: BitwiseCopyable & FixedWidthInteger>(
    _ column: CheckedColumn<Element>, _ source: CheckedColumn<Element>, _ count: Int,
    _ order: [Int32]?, at row: Int
  ) {
    guard (0..<count).contains(where: { source.base[$0] != 0 }) else { return }
    take(column, source, count, order, at: row)
    source.base.update(repeating: 0, count: count)
  }
}

// MARK: - Neighbours

extension ColumnStorage {
  /// Returns the canonical order of the first rows if each is only a few places off, as rows of one
  /// second are; otherwise nil.
  private func nearOrder(_ count: Int) -> [Int32]? {
    var steps = count * Self.stepsOfRow
    let order = [Int32](unsafeUninitializedCapacity: count) { order, filled in
      filled = count
      for row in 0..<count {
        var place = row
        while place > 0, steps > 0, comesBefore(row, Int(order[place - 1])) {
          order[place] = order[place - 1]
          place -= 1
          steps -= 1
        }
        order[place] = Int32(truncatingIfNeeded: row)
      }
    }
    return steps > 0 ? order : nil
  }

  /// With more, setting aside all late rows is faster.
  private static let stepsOfRow = 4

  /// Like ``precedes(_:_:)``, for rows that no file holds.
  @inline(__always)
  func comesBefore(_ left: Int, _ right: Int) -> Bool {
    if instants.base[left] != instants.base[right] {
      return instants.base[left] < instants.base[right]
    }
    if versions.base[left] != versions.base[right] {
      return versions.base[left] < versions.base[right]
    }
    return ids.base[left] < ids.base[right]
  }
}

// MARK: - Runs

extension ColumnStorage {
  /// Merges adjacent runs of rows, each in canonical order, into that order as a whole.
  ///
  /// Events come nearly in order, so that only a few rows at the end of a run and at the start of
  /// the next one change places. If more do, all rows are sorted.
  func mergeRuns(_ runs: [Range<Int>]) {
    let runs = runs.filter { !$0.isEmpty }
    var merged = 0
    for (run, next) in zip(runs, runs.dropFirst())
    where precedes(next.lowerBound, run.upperBound - 1) {
      let start = run.partition { !precedes(next.lowerBound, $0) }
      let end = next.partition { precedes($0, run.upperBound - 1) }
      // Rows that belong beyond the neighbouring run.
      let isFar =
        start <= merged && merged > 0 || start == run.lowerBound && run.lowerBound > 0
        || end == next.upperBound && end < (runs.last?.upperBound ?? 0)
      if isFar {
        let all = IndexBuilder(self, count: runs.last?.upperBound ?? 0)
        return reorder(all.canonicalOrder())
      }
      sort(start..<end)
      merged = end
    }
  }

  /// Sorts adjacent rows into canonical order among themselves.
  private func sort(_ rows: Range<Int>) {
    let unsorted = ColumnStorage(capacity: rows.count, digests: digests)
    unsorted.copyRows(of: self, rows, to: 0)
    let order = (0..<Int32(rows.count)).sorted { unsorted.precedes(Int($0), Int($1)) }
    gather(order, from: unsorted, to: rows.lowerBound)
  }
}
