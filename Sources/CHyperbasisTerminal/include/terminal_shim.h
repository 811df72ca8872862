#ifndef HYPERBASIS_TERMINAL_SHIM_H
#define HYPERBASIS_TERMINAL_SHIM_H

#include <stddef.h>
#include <termios.h>

// Signal handlers, in C because they may run between any two instructions of the program: a
// Swift function may allocate, retain or initialize a global lazily there, none of which is
// safe in a handler.

/// From now on `signal` writes its number, as one byte, to `descriptor`, and does nothing else.
/// A signal that is ignored stays ignored. Returns 0, or -1 with errno.
int terminal_shim_watch(int signal, int descriptor);

/// Gives `signal` back what it did before it was watched.
void terminal_shim_unwatch(int signal);

/// From now on a crash, an abort or an exit first writes `bytes` to `descriptor` and, if `modes`
/// is not NULL, sets the modes of the line `mode_descriptor`. What the signal did before then
/// takes its course. The bytes are copied; at most 512 are kept.
void terminal_shim_arm(int descriptor, const unsigned char *bytes, size_t count,
                       int mode_descriptor, const struct termios *modes);

/// Ends what `terminal_shim_arm` began.
void terminal_shim_disarm(void);

/// Ends the process by `signal`, so that the parent sees the truth. Does not return.
void terminal_shim_end_by_signal(int signal) __attribute__((noreturn));

/// Stops the process as the terminal's suspend character does, whatever is watched. Returns when
/// it goes on, or at once if nobody could continue it.
void terminal_shim_stop(void);

/// The size of the terminal at `descriptor`, which a variadic call and a macro tell. Returns 0,
/// or -1 with errno.
int terminal_shim_size(int descriptor, int *columns, int *rows);

/// The columns that the C library, and so ncurses, counts for a scalar; -1 if it knows none.
/// `wcwidth` is declared only on request, which Swift can't make.
int terminal_shim_columns(unsigned int scalar);

#endif
