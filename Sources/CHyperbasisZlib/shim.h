#ifndef HYPERBASIS_CZLIB_SHIM_H
#define HYPERBASIS_CZLIB_SHIM_H

#include <zlib.h>

// deflateInit2 and inflateInit2 are macros that carry the version and the size of the header's
// z_stream; Swift cannot import them.
static inline int hyperbasis_deflateInit2(z_stream *stream, int level, int windowBits) {
  return deflateInit2(stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
}

static inline int hyperbasis_inflateInit2(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}

#endif
