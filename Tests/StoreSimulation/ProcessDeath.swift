/// What is found after the death of a process on a machine that keeps running: all that it wrote, except
/// that its last write may end at any page. The kernel copies page by page, and stops between two of them
/// when the process is killed.
package enum ProcessDeath {
  private static let pageSize = 4096

  /// Returns the states that a death during, or right after, the call before a moment may leave behind.
  package static func states(
    of moment: SimulatedFileSystem.Moment
  ) -> [(disk: SimulatedDisk, isTorn: Bool)] {
    let whole = moment.disk.surviving()
    guard let (inode, range) = moment.write, let file = whole.files[inode] else {
      return [(whole, false)]
    }
    // A write in the middle of a file cannot be undone by cutting the file.
    guard range.upperBound == file.bytes.count else { return [(whole, false)] }
    let firstPage = range.lowerBound / pageSize + 1
    let ends = stride(from: firstPage * pageSize, to: range.upperBound, by: pageSize)
    return [(whole, false)] + ends.map { (whole.cutting(inode, to: $0), true) }
  }
}

extension SimulatedDisk {
  /// Returns the disk with all changes certain, so that a power cut can undo none of them.
  package func surviving() -> SimulatedDisk {
    restarted(entries: { directory, _ in directory.entries }, bytes: { file, _ in file.bytes })
  }

  fileprivate func cutting(_ inode: Inode, to size: Int) -> SimulatedDisk {
    var result = self
    result.files[inode]?.bytes.resize(to: size)
    result.files[inode]?.durable.resize(to: size)
    return result
  }
}
