#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "terminal_shim.h"

#include <sys/ioctl.h>
#include <wchar.h>

int terminal_shim_size(int descriptor, int *columns, int *rows) {
  struct winsize size = {0};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int terminal_shim_columns(unsigned int scalar) { return wcwidth((wchar_t)scalar); }
