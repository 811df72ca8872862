#include "terminal_shim.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { signal_limit = 65 };

static volatile sig_atomic_t descriptors[signal_limit];
static struct sigaction former[signal_limit];
static unsigned char is_watched[signal_limit];

static void report(int signal) {
  int saved = errno;
  unsigned char byte = (unsigned char)signal;
  // The pipe does not block; if it is full, enough signals are waiting in it.
  ssize_t ignored = write(descriptors[signal], &byte, 1);
  (void)ignored;
  errno = saved;
}

int terminal_shim_watch(int signal, int descriptor) {
  if (signal <= 0 || signal >= signal_limit) {
    errno = EINVAL;
    return -1;
  }
  descriptors[signal] = descriptor;
  if (is_watched[signal]) return 0;
  if (sigaction(signal, NULL, &former[signal]) != 0) return -1;
  if (!(former[signal].sa_flags & SA_SIGINFO) && former[signal].sa_handler == SIG_IGN) return 0;

  struct sigaction action = {0};
  action.sa_handler = report;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  if (sigaction(signal, &action, NULL) != 0) return -1;
  is_watched[signal] = 1;
  return 0;
}

void terminal_shim_unwatch(int signal) {
  if (signal <= 0 || signal >= signal_limit || !is_watched[signal]) return;
  sigaction(signal, &former[signal], NULL);
  is_watched[signal] = 0;
}

static void raise_with_default_action(int signal, struct sigaction *replaced) {
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, replaced);

  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(signal);
}

void terminal_shim_end_by_signal(int signal) {
  raise_with_default_action(signal, NULL);
  // Reached only for a signal that does not end a process.
  _exit(128 + signal);
}

void terminal_shim_stop(void) {
  struct sigaction replaced;
  raise_with_default_action(SIGTSTP, &replaced);
  sigaction(SIGTSTP, &replaced, NULL);
}
