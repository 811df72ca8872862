import HyperbasisModels

extension SlotTable {
  /// Folds rows, each after the latest of its slot.
  mutating func fold(_ range: Range<Int>, _ columns: ColumnStorage) {
    let count = count
    newest.withUnsafeMutableBufferPointer { newest in
      foldStart.withUnsafeMutableBufferPointer { foldStart in
        maximumVersion.withUnsafeMutableBufferPointer { maximumVersion in
          for ordinal in range {
            let slot = Int(columns.slots[ordinal])
            precondition(slot < count)
            if columns.fold(ordinal, after: Int(newest[slot])) {
              foldStart[slot] = Int32(truncatingIfNeeded: ordinal)
            }
            newest[slot] = Int32(truncatingIfNeeded: ordinal)
            maximumVersion[slot] = max(maximumVersion[slot], columns.versions[ordinal])
          }
        }
      }
    }
  }
}

extension ColumnStorage {
  /// Writes what is in force after a row, given the row before it of the same anchor, −1 for none.
  ///
  /// The fold starts at the first event, of any type, that carries a transform; what came before
  /// is not part of it. Returns whether it starts here.
  @inline(__always)
  fileprivate func fold(_ row: Int, after previous: Int) -> Bool {
    let own = folded[row].flags.subtracting(.folded)
    let number = Int32(truncatingIfNeeded: row)
    let goesOn = previous >= 0 && folded[previous].flags.contains(.started)
    let carriesTransform = own.contains(.transform)
    guard goesOn || carriesTransform else {
      folded[row].flags = own
      folded[row].transformSource = -1
      folded[row].metadataSource = -1
      folded[row].position = PackedPosition(.zero)
      return false
    }
    let wasHidden = goesOn && folded[previous].flags.contains(.hidden)
    folded[row].flags = own.union(own.hides(wasHidden) ? .folded : .started)
    if carriesTransform {
      folded[row].transformSource = number
    } else {
      folded[row].transformSource = folded[previous].transformSource
      folded[row].position = folded[previous].position
    }
    if own.contains(.metadata) {
      folded[row].metadataSource = number
    } else {
      folded[row].metadataSource = goesOn ? folded[previous].metadataSource : -1
    }
    return !goesOn
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
