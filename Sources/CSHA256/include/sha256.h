#ifndef DIAGNOSE_SHA256_H
#define DIAGNOSE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Processes blocks of 64 bytes (FIPS 180-4, section 6.2.2). `state` are the eight words of the hash.
void diagnose_sha256_blocks(uint32_t *state, const uint8_t *bytes, size_t blocks);

/// Whether this processor has instructions for SHA-256, and `diagnose_sha256_accelerated_blocks` may be called.
bool diagnose_sha256_is_supported(void);

/// Does the same with the instructions of the processor, which are nearly six times as fast.
void diagnose_sha256_accelerated_blocks(uint32_t *state, const uint8_t *bytes, size_t blocks);

#endif
