import HyperbasisModels

extension SlotTable {
  /// Folds rows, each after the latest of its slot.
  ///
  /// The rows were written by this process, even if those before them come from a file.
  ///
  /// - Parameter edits: receives the rows in which only the keys that their lines name count.
  mutating func fold(_ range: Range<Int>, _ columns: ColumnStorage, _ edits: inout [Int32]) {
    let count = count
    newest.withUnsafeMutableBufferPointer { newest in
      foldStart.withUnsafeMutableBufferPointer { foldStart in
        maximumVersion.withUnsafeMutableBufferPointer { maximumVersion in
          for ordinal in range {
            let slot = Int(columns.slots.base[ordinal])
            precondition(slot < count)
            let previous = Int(newest[slot])
            let number = Int32(truncatingIfNeeded: ordinal)
            let version = columns.versions.base[ordinal]
            let before = previous < 0 ? .nothing : columns.folded[previous]
            var row = columns.folded.base[ordinal]
            row.mark(after: before, isBehind: version <= maximumVersion[slot])
            if row.fold(number, after: before) { foldStart[slot] = number }
            columns.folded.base[ordinal] = row
            if row.namesKeysAmongOthers { edits.append(number) }
            newest[slot] = number
            maximumVersion[slot] = max(maximumVersion[slot], version)
          }
        }
      }
    }
  }
}

extension FoldedRow {
  /// What is in force before the first event of an anchor.
  fileprivate static let nothing = FoldedRow(position: PackedPosition(.zero), flags: [])

  /// Marks a row if its anchor had writers that did not know of each other.
  ///
  /// A version is one more than the greatest that its writer knew. One that is not greater than
  /// those before it in canonical order shows such a writer; from there on the anchor is shared.
  ///
  /// - Parameter isBehind: whether the row's version is not greater than those before it.
  @inline(__always)
  fileprivate mutating func mark(after before: FoldedRow, isBehind: Bool) {
    if isBehind || before.marks.contains(.concurrent) {
      marks.insert(.concurrent)
    } else {
      marks.remove(.concurrent)
    }
  }

  /// Turns what a line says into what is in force after it, given what was in force before.
  ///
  /// The fold starts at the first event, of any type, that carries a transform; what came before
  /// is not part of it. Returns whether it starts here.
  @inline(__always)
  fileprivate mutating func fold(_ number: Int32, after before: FoldedRow) -> Bool {
    flags.subtract(.folded)
    let goesOn = before.flags.contains(.started)
    let carriesTransform = flags.contains(.transform)
    guard goesOn || carriesTransform else {
      (transformSource, metadataSource) = (-1, -1)
      position = PackedPosition(.zero)
      return false
    }
    transformSource = carriesTransform ? number : before.transformSource
    if !carriesTransform { position = before.position }
    // Before the fold has started there is none.
    metadataSource = flags.contains(.metadata) ? number : before.metadataSource
    flags.formUnion(flags.hides(before.flags.contains(.hidden)) ? .folded : .started)
    return !goesOn
  }
}

extension FoldedRow {
  /// Whether the row's metadata is in force and only the keys that its line names count.
  @inline(__always)
  fileprivate var namesKeysAmongOthers: Bool {
    marks.isSuperset(of: .namesKeysAmongOthers) && flags.contains(.started)
  }
}

extension EventFlags {
  /// Returns whether an anchor is hidden after an event of this type.
  @inline(__always)
  fileprivate func hides(_ wasHidden: Bool) -> Bool {
    switch type {
    case .deleted: true
    case .created, .restored: false
    case .moved, .updated: wasHidden
    }
  }
}
