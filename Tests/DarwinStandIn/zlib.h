// The part of zlib 1.2.12's interface (the SDK's <zlib.h>) that Sources/Archives uses, for scripts/check-darwin.
#pragma once

#define ZLIB_VERSION "1.2.12"
#define Z_OK 0
#define Z_STREAM_END 1
#define Z_BUF_ERROR (-5)
#define Z_NO_FLUSH 0
#define Z_FINISH 4
#define Z_DEFLATED 8
#define Z_DEFAULT_STRATEGY 0

typedef unsigned char Bytef;
typedef unsigned int uInt;
typedef unsigned long uLong;

typedef struct z_stream_s {
  Bytef *next_in;
  uInt avail_in;
  uLong total_in;
  Bytef *next_out;
  uInt avail_out;
  uLong total_out;
  char *msg;
  void *state;
  void *(*zalloc)(void *opaque, uInt items, uInt size);
  void (*zfree)(void *opaque, void *address);
  void *opaque;
  int data_type;
  uLong adler;
  uLong reserved;
} z_stream;

typedef z_stream *z_streamp;

int inflateInit2_(z_streamp stream, int windowBits, const char *version, int size);
int inflate(z_streamp stream, int flush);
int inflateReset(z_streamp stream);
int inflateEnd(z_streamp stream);
int deflateInit2_(
  z_streamp stream, int level, int method, int windowBits, int memLevel, int strategy, const char *version, int size);
int deflate(z_streamp stream, int flush);
int deflateEnd(z_streamp stream);
uLong deflateBound(z_streamp stream, uLong count);
uLong crc32(uLong crc, const Bytef *bytes, uInt count);
