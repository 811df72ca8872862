#include "terminal_shim.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum { fatal_count = sizeof fatal_signals / sizeof *fatal_signals };

static volatile sig_atomic_t is_armed;
static int output = -1;
static unsigned char prepared[512];
static size_t prepared_count;
static int mode_line = -1;
static struct termios prepared_modes;
static struct sigaction former[fatal_count];

// A stack overflow leaves no room for a handler on the stack that overflowed.
static unsigned char spare_stack[64 * 1024];

static void rescue(void) {
  if (!is_armed) return;
  is_armed = 0;
  size_t written = 0;
  while (written < prepared_count) {
    ssize_t count = write(output, prepared + written, prepared_count - written);
    if (count > 0) {
      written += (size_t)count;
    } else if (count == 0 || errno != EINTR) {
      break;
    }
  }
  if (mode_line >= 0) tcsetattr(mode_line, TCSANOW, &prepared_modes);
}

static void rescue_on_signal(int signal) {
  rescue();
  for (int index = 0; index < fatal_count; index++) {
    if (fatal_signals[index] == signal) sigaction(signal, &former[index], NULL);
  }
  // Delivered when this handler returns, to whoever had the signal before.
  raise(signal);
}

void terminal_shim_arm(int descriptor, const unsigned char *bytes, size_t count,
                       int mode_descriptor, const struct termios *modes) {
  static int has_exit_handler;
  if (!has_exit_handler) has_exit_handler = atexit(rescue) == 0;

  int was_armed = is_armed;
  is_armed = 0;
  output = descriptor;
  prepared_count = count < sizeof prepared ? count : sizeof prepared;
  memcpy(prepared, bytes, prepared_count);
  mode_line = modes ? mode_descriptor : -1;
  if (modes) prepared_modes = *modes;
  if (!was_armed) {
    stack_t stack = {0};
    if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
      stack.ss_sp = spare_stack;
      stack.ss_size = sizeof spare_stack;
      stack.ss_flags = 0;
      sigaltstack(&stack, NULL);
    }
    struct sigaction action = {0};
    action.sa_handler = rescue_on_signal;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < fatal_count; index++) {
      sigaction(fatal_signals[index], &action, &former[index]);
    }
  }
  is_armed = 1;
}

void terminal_shim_disarm(void) {
  if (!is_armed) return;
  is_armed = 0;
  for (int index = 0; index < fatal_count; index++) {
    sigaction(fatal_signals[index], &former[index], NULL);
  }
}
