extension SimulatedDisk {
  /// Returns the disk as a machine finds it after a restart: only what can be reached by a name, and all
  /// of that certain.
  ///
  /// - Parameters:
  ///   - entries: returns the names of a directory.
  ///   - bytes: returns the bytes of a file.
  func restarted(
    entries: (SimulatedDirectory, Inode) -> [String: Inode],
    bytes: (SimulatedFile, Inode) -> [UInt8]
  ) -> SimulatedDisk {
    var result = self
    result.pendingEntries = []
    result.files = [:]
    result.directories = [:]
    var rest = [Self.root]
    while let inode = rest.popLast() {
      if let file = files[inode] {
        let bytes = bytes(file, inode)
        result.files[inode] = SimulatedFile(
          bytes: bytes, durable: bytes, pending: [], modified: file.modified)
      } else if let directory = directories[inode], result.directories[inode] == nil {
        let names = entries(directory, inode)
        result.directories[inode] = SimulatedDirectory(
          entries: names, durable: names, modified: directory.modified)
        // In order, so that what follows from a seed does not depend on hashing.
        rest += names.sorted { $0.key < $1.key }.map(\.value)
      }
    }
    return result
  }
}
