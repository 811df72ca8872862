import HyperbasisModels

extension SlotTable {
  /// Folds rows, each after the latest of its slot.
  ///
  /// The rows were written by this process, even where those before them come from a file.
  ///
  /// - Parameter edits: gets the rows of which the keys alone count that their lines name.
  mutating func fold(_ range: Range<Int>, _ columns: ColumnStorage, _ edits: inout [Int32]) {
    let count = count
    newest.withUnsafeMutableBufferPointer { newest in
      foldStart.withUnsafeMutableBufferPointer { foldStart in
        maximumVersion.withUnsafeMutableBufferPointer { maximumVersion in
          for ordinal in range {
            let slot = Int(columns.slots.base[ordinal])
            precondition(slot < count)
            let previous = Int(newest[slot])
            columns.mark(
              ordinal, after: previous,
              isBehind: columns.versions.base[ordinal] <= maximumVersion[slot])
            if columns.fold(ordinal, after: previous) {
              foldStart[slot] = Int32(truncatingIfNeeded: ordinal)
            }
            if columns.folded.base[ordinal].namesKeysAmongOthers {
              edits.append(Int32(truncatingIfNeeded: ordinal))
            }
            newest[slot] = Int32(truncatingIfNeeded: ordinal)
            maximumVersion[slot] = max(maximumVersion[slot], columns.versions.base[ordinal])
          }
        }
      }
    }
  }
}

extension ColumnStorage {
  /// Marks a row where its anchor was written to by some who did not know of each other.
  ///
  /// They did not where a version, which is one more than the greatest that its writer knew, is not
  /// greater than those before it in canonical order; from there on the anchor is theirs together.
  ///
  /// - Parameter isBehind: whether the row's version is such a one.
  @inline(__always)
  fileprivate func mark(_ row: Int, after previous: Int, isBehind: Bool) {
    let isConcurrent =
      isBehind || previous >= 0 && folded[previous].marks.contains(.concurrent)
    if isConcurrent {
      folded.base[row].marks.insert(.concurrent)
    } else {
      folded.base[row].marks.remove(.concurrent)
    }
  }

  /// Writes what is in force after a row, given the row before it of the same anchor, −1 for none.
  ///
  /// The fold starts at the first event, of any type, that carries a transform; what came before
  /// is not part of it. Returns whether it starts here.
  @inline(__always)
  fileprivate func fold(_ row: Int, after previous: Int) -> Bool {
    let own = folded.base[row].flags.subtracting(.folded)
    let number = Int32(truncatingIfNeeded: row)
    let goesOn = previous >= 0 && folded[previous].flags.contains(.started)
    let carriesTransform = own.contains(.transform)
    guard goesOn || carriesTransform else {
      folded.base[row].flags = own
      folded.base[row].transformSource = -1
      folded.base[row].metadataSource = -1
      folded.base[row].position = PackedPosition(.zero)
      return false
    }
    let wasHidden = goesOn && folded[previous].flags.contains(.hidden)
    folded.base[row].flags = own.union(own.hides(wasHidden) ? .folded : .started)
    if carriesTransform {
      folded.base[row].transformSource = number
    } else {
      folded.base[row].transformSource = folded[previous].transformSource
      folded.base[row].position = folded[previous].position
    }
    if own.contains(.metadata) {
      folded.base[row].metadataSource = number
    } else {
      folded.base[row].metadataSource = goesOn ? folded[previous].metadataSource : -1
    }
    return !goesOn
  }
}

extension FoldedRow {
  /// Whether of the row's metadata, which are in force, the keys alone count that its line names.
  @inline(__always)
  fileprivate var namesKeysAmongOthers: Bool {
    marks.isSuperset(of: .namesKeysAmongOthers) && flags.contains(.started)
  }
}

extension EventFlags {
  /// Whether an anchor is hidden after an event of this type.
  @inline(__always)
  fileprivate func hides(_ wasHidden: Bool) -> Bool {
    switch type {
    case .deleted: true
    case .created, .restored: false
    case .moved, .updated: wasHidden
    }
  }
}
