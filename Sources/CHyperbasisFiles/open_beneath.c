#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "file_shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>

// Newer than the headers of some systems whose kernels have it.
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

struct how_to_open {
  uint64_t flags;
  uint64_t mode;
  uint64_t resolve;
};
enum { resolve_no_symlinks = 0x04 };

static int open_at_once(const char *path, int flags, mode_t mode) {
  struct how_to_open how = {
      .flags = (uint64_t)flags, .mode = flags & O_CREAT ? mode : 0, .resolve = resolve_no_symlinks};
  return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

/// Whether the kernel has the call, and whatever confines this process lets it through.
static int can_open_at_once(void) {
  static _Atomic int known = -1;
  int can = atomic_load(&known);
  if (can >= 0) return can;
  int descriptor = open_at_once("/", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  if (descriptor >= 0) {
    close(descriptor);
    can = 1;
  } else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
    // It says nothing about the call; to be asked again.
    return 1;
  } else {
    can = 0;
  }
  atomic_store(&known, can);
  return can;
}

enum { step_flags = O_PATH | O_DIRECTORY | O_CLOEXEC };
#else
enum { step_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
#endif

int file_shim_traversal_flags(void) { return step_flags; }

int file_shim_open_beneath(const char *path, size_t root_length, int flags, mode_t mode) {
#ifdef __linux__
  if (can_open_at_once()) return open_at_once(path, flags, mode);
#elif defined(O_NOFOLLOW_ANY)
  return open(path, (flags & ~O_NOFOLLOW) | O_NOFOLLOW_ANY, mode);
#endif
  return file_shim_open_stepwise(path, root_length, flags, mode);
}

/// Copies the path's first `length` bytes; 0 where they are too many.
static int copy(char *target, size_t capacity, const char *source, size_t length) {
  if (length >= capacity) {
    errno = ENAMETOOLONG;
    return 0;
  }
  memcpy(target, source, length);
  target[length] = 0;
  return 1;
}

int file_shim_open_stepwise(const char *path, size_t root_length, int flags, mode_t mode) {
  char name[PATH_MAX];
  if (!copy(name, sizeof name, path, root_length)) return -1;
  int directory = open(root_length ? name : "/", step_flags);
  if (directory < 0) return -1;
  const char *rest = path + root_length;
  while (1) {
    while (*rest == '/') rest++;
    size_t length = strcspn(rest, "/");
    const char *next = rest + length;
    while (*next == '/') next++;
    int result = -1;
    if (copy(name, sizeof name, rest, length)) {
      int is_last = *next == 0;
      // A link to a directory would say that it is not one, which hides why it is refused.
      int step = is_last ? flags : step_flags;
      result = openat(directory, length ? name : ".", step | O_NOFOLLOW, mode);
#ifdef __linux__
      if (result < 0 && errno == ENOTDIR && (step & O_DIRECTORY)) {
        char target[1];
        if (readlinkat(directory, name, target, sizeof target) >= 0) {
          errno = ELOOP;
        } else {
          errno = ENOTDIR;
        }
      }
#endif
    }
    int saved = errno;
    close(directory);
    errno = saved;
    if (result < 0 || *next == 0) return result;
    directory = result;
    rest = next;
  }
}
