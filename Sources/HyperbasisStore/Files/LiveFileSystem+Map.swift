import Foundation
package import HyperbasisAnchorLog
import SystemPackage

extension LiveFileSystem {
  package func map(_ file: OpenFile, count: Int) -> IndexMemory? {
    guard count > 0,
      let start = mmap(
        nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE,
        file.descriptor.rawValue, 0),
      start != MAP_FAILED
    else { return nil }
    return IndexMemory(UnsafeMutableRawBufferPointer(start: start, count: count)) { memory in
      munmap(memory.baseAddress, memory.count)
    }
  }

  package func isPrivate(_ file: OpenFile) throws(FileError) -> Bool {
    var raw = stat()
    guard fstat(file.descriptor.rawValue, &raw) == 0 else {
      throw FileError(.inspect, file.path, Errno(rawValue: errno))
    }
    return raw.st_uid == geteuid() && raw.st_mode & (S_IWGRP | S_IWOTH) == 0
  }
}
