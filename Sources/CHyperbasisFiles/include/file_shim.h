#ifndef HYPERBASIS_FILE_SHIM_H
#define HYPERBASIS_FILE_SHIM_H

#include <stddef.h>
#include <sys/types.h>

// Opening a file without following a symbolic link in any part of its path takes system calls
// that Swift cannot reach: one without a wrapper in the C library, and variadic ones.

/// Opens `path` and follows no symbolic link behind its first `root_length` bytes, which name a
/// directory without a trailing slash. Returns a descriptor, or -1 with errno: ELOOP for a link.
///
/// Where the kernel can check a whole path, the first bytes must not lead through a link either.
int file_shim_open_beneath(const char *path, size_t root_length, int flags, mode_t mode);

/// The same, one directory after the other, as kernels need it that cannot check a whole path.
int file_shim_open_stepwise(const char *path, size_t root_length, int flags, mode_t mode);

/// The flags that open a directory only to reach what is in it.
int file_shim_traversal_flags(void);

#endif
