// zlib of the system: zlib1g-dev on Debian, zlib-devel on Fedora, part of the SDK on macOS.
#include <zlib.h>
