#define _GNU_SOURCE 1
#include "curl_shim.h"

#include <dlfcn.h>
#include <pthread.h>

static struct {
  bool is_available;
  int (*global_init)(long flags);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *handle);
  void (*easy_reset)(void *handle);
  int (*easy_perform)(void *handle);
  int (*easy_setopt)(void *handle, int option, ...);
  void *(*slist_append)(void *list, const char *line);
  void (*slist_free_all)(void *list);
} curl;

enum { global_default = 3 };

static bool find(void *library, void **function, const char *name) {
  *function = dlsym(library, name);
  return *function != NULL;
}

static bool find_all(void *library) {
  return find(library, (void **)&curl.global_init, "curl_global_init") &&
         find(library, (void **)&curl.easy_init, "curl_easy_init") &&
         find(library, (void **)&curl.easy_cleanup, "curl_easy_cleanup") &&
         find(library, (void **)&curl.easy_reset, "curl_easy_reset") &&
         find(library, (void **)&curl.easy_perform, "curl_easy_perform") &&
         find(library, (void **)&curl.easy_setopt, "curl_easy_setopt") &&
         find(library, (void **)&curl.slist_append, "curl_slist_append") &&
         find(library, (void **)&curl.slist_free_all, "curl_slist_free_all");
}

static void load(void) {
#ifdef __linux__
  // A program that links libcurl, as one with FoundationNetworking does, has it already. Debian has
  // it with either of two libraries for TLS.
  bool is_found = find_all(RTLD_DEFAULT);
  const char *names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t place = 0; !is_found && place < sizeof names / sizeof *names; place++) {
    void *library = dlopen(names[place], RTLD_NOW | RTLD_LOCAL);
    is_found = library != NULL && find_all(library);
  }
  curl.is_available = is_found && curl.global_init(global_default) == 0;
#endif
}

bool curl_shim_is_available(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return curl.is_available;
}

void *curl_shim_create(void) { return curl.easy_init(); }
void curl_shim_destroy(void *handle) { curl.easy_cleanup(handle); }
void curl_shim_reset(void *handle) { curl.easy_reset(handle); }
int curl_shim_perform(void *handle) { return curl.easy_perform(handle); }

int curl_shim_set_number(void *handle, int option, long value) {
  return curl.easy_setopt(handle, option, value);
}

int curl_shim_set_size(void *handle, int option, int64_t value) {
  return curl.easy_setopt(handle, option, value);
}

int curl_shim_set_pointer(void *handle, int option, const void *value) {
  return curl.easy_setopt(handle, option, value);
}

int curl_shim_set_data_function(void *handle, int option, curl_shim_data_function function) {
  return curl.easy_setopt(handle, option, function);
}

int curl_shim_set_seek_function(void *handle, int option, curl_shim_seek_function function) {
  return curl.easy_setopt(handle, option, function);
}

int curl_shim_set_progress_function(
    void *handle, int option, curl_shim_progress_function function) {
  return curl.easy_setopt(handle, option, function);
}

void *curl_shim_append(void *list, const char *line) { return curl.slist_append(list, line); }
void curl_shim_free_list(void *list) { curl.slist_free_all(list); }
