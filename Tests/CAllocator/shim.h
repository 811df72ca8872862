// The allocator's own account of what is allocated. Swift's Glibc module leaves <malloc.h> out.
#include <stddef.h>

#if defined(__linux__)
#include <malloc.h>
#endif

/// The bytes that are allocated and not freed, or 0 where the allocator does not tell.
static inline size_t allocated_bytes(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  struct mallinfo2 account = mallinfo2();
  return account.uordblks + account.hblkhd;
#else
  return 0;
#endif
}
