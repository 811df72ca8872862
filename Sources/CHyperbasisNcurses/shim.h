#ifndef HYPERBASIS_CNCURSES_SHIM_H
#define HYPERBASIS_CNCURSES_SHIM_H

// Wide characters (setcchar, mvwadd_wchnstr) are declared only when this is set before the header.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

// term.h makes short, common words into macros.
#undef lines
#undef columns
#undef buttons
#undef bell
#undef tab

/// The standard window; the variable is a mutable global, which Swift 6 refuses.
static inline WINDOW *ncurses_standard_window(void) { return stdscr; }

/// The window of what the terminal shows now, refused by Swift for the same reason.
static inline WINDOW *ncurses_current_screen(void) { return curscr; }

/// The number of colours and of pairs that `start_color` found, again mutable globals.
static inline int ncurses_colors(void) { return COLORS; }
static inline int ncurses_color_pairs(void) { return COLOR_PAIRS; }

// The attributes are macros that cast, which Swift does not import.
static inline attr_t ncurses_bold(void) { return A_BOLD; }
static inline attr_t ncurses_dim(void) { return A_DIM; }
static inline attr_t ncurses_reverse(void) { return A_REVERSE; }
static inline attr_t ncurses_underline(void) { return A_UNDERLINE; }

#endif
