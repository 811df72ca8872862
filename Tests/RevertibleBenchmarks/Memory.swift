import CAllocator

enum Memory {

  /// The bytes that the program has allocated and not freed, according to the allocator; 0 if it does not
  /// report them.
  static var held: Int { Int(allocated_bytes()) }
}
