import CAllocator

enum Memory {

  /// The bytes that the program has allocated and not freed, by the allocator's own account; 0 where it
  /// does not tell.
  static var held: Int { Int(allocated_bytes()) }
}
