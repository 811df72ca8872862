#ifndef HYPERBASIS_CNCURSES_SHIM_H
#define HYPERBASIS_CNCURSES_SHIM_H

// Wide characters (setcchar, wget_wch) are declared only when this is set before the header.
#define NCURSES_WIDECHAR 1
#include <curses.h>

#endif
