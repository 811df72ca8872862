package import SystemPackage

/// Owns a file descriptor and closes it with its last reference.
package final class OpenFile: Sendable {
  package let descriptor: FileDescriptor
  package let path: FilePath

  package init(_ descriptor: FileDescriptor, _ path: FilePath) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    // Whatever must reach the disk was written and flushed by calls that report errors.
    try? descriptor.close()
  }
}
