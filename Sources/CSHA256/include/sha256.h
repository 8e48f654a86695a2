#ifndef DIAGNOSE_SHA256_H
#define DIAGNOSE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for SHA-256, and `diagnose_sha256_blocks` may be called.
bool diagnose_sha256_is_supported(void);

/// Processes blocks of 64 bytes (FIPS 180-4, section 6.2.2) with the instructions of the processor.
///
/// `state` are the eight words of the hash; `constants` the 64 words of section 4.2.2. Does nothing without support.
void diagnose_sha256_blocks(uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants);

#endif
