#ifndef HYPERBASIS_CURL_SHIM_H
#define HYPERBASIS_CURL_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libcurl is found at run time: a build needs neither its headers nor its development library, and
// a program that never syncs does not load it. The functions with variadic arguments cannot be
// called from Swift.
//
// The numbers of options and results are part of libcurl's stable binary interface.

/// Whether libcurl was found and has been set up. Thread-safe.
bool curl_shim_is_available(void);

/// A transfer, with the connections that it keeps; NULL where memory is short.
void *curl_shim_create(void);
void curl_shim_destroy(void *handle);
/// Forgets all options and keeps the connections.
void curl_shim_reset(void *handle);
/// Runs a transfer to its end and gives libcurl's result, 0 for success.
int curl_shim_perform(void *handle);

int curl_shim_set_number(void *handle, int option, long value);
int curl_shim_set_size(void *handle, int option, int64_t value);
int curl_shim_set_pointer(void *handle, int option, const void *value);

typedef size_t (*curl_shim_data_function)(char *bytes, size_t size, size_t count, void *context);
typedef int (*curl_shim_seek_function)(void *context, int64_t offset, int origin);
typedef int (*curl_shim_progress_function)(
    void *context, int64_t to_come, int64_t come, int64_t to_send, int64_t sent);

int curl_shim_set_data_function(void *handle, int option, curl_shim_data_function function);
int curl_shim_set_seek_function(void *handle, int option, curl_shim_seek_function function);
int curl_shim_set_progress_function(
    void *handle, int option, curl_shim_progress_function function);

/// Adds a line to a list, which may be NULL; NULL where memory is short.
void *curl_shim_append(void *list, const char *line);
void curl_shim_free_list(void *list);

#endif
