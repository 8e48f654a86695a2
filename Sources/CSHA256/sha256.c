#include "sha256.h"

#include <string.h>

// Section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t word, int count) { return word >> count | word << (32 - count); }

void diagnose_sha256_blocks(uint32_t *state, const uint8_t *bytes, size_t blocks) {
  for (; blocks > 0; blocks -= 1, bytes += 64) {
    uint32_t words[64];
    for (int index = 0; index < 16; index++) {
      const uint8_t *word = bytes + 4 * index;
      words[index] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 | word[3];
    }
    for (int index = 16; index < 64; index++) {
      const uint32_t early = words[index - 15], late = words[index - 2];
      words[index] = words[index - 16] + (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) + words[index - 7] +
                     (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10);
    }
    // The variables a to h.
    uint32_t v[8];
    memcpy(v, state, sizeof v);
    // In eight rounds, each variable gets its original role again, so that an optimizing compiler moves no values.
#pragma clang loop unroll_count(8)
    for (int index = 0; index < 64; index++) {
      const uint32_t first = v[7] + (rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)) +
                             (v[6] ^ (v[4] & (v[5] ^ v[6]))) + constants[index] + words[index];
      const uint32_t second = (rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)) +
                              ((v[0] & v[1]) | (v[2] & (v[0] | v[1])));
      v[7] = v[6], v[6] = v[5], v[5] = v[4], v[4] = v[3] + first;
      v[3] = v[2], v[2] = v[1], v[1] = v[0], v[0] = first + second;
    }
    for (int index = 0; index < 8; index++) state[index] += v[index];
  }
}

// With instructions: each group of four rounds uses four words of the message schedule, `words[group % 4]`, and then replaces them by those
// of the group after the next three (section 6.2.2, step 1).

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

// Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, section 5.20: Intel SHA Extensions. The
// instructions keep the eight variables in the order of `abef` and `cdgh`.

bool diagnose_sha256_is_supported(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1) || !(c & bit_SSSE3)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

__attribute__((target("sha,sse4.1,ssse3"))) void diagnose_sha256_accelerated_blocks(
    uint32_t *state, const uint8_t *bytes, size_t blocks) {
  const __m128i bigEndian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);
  for (; blocks > 0; blocks -= 1, bytes += 64) {
    const __m128i abefBefore = abef, cdghBefore = cdgh;
    __m128i words[4];
    for (int index = 0; index < 4; index++) {
      words[index] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * index)), bigEndian);
    }
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) {
      const __m128i first = words[group % 4], second = words[(group + 1) % 4], third = words[(group + 2) % 4],
                    fourth = words[(group + 3) % 4];
      const __m128i sums = _mm_add_epi32(first, _mm_loadu_si128((const __m128i *)(constants + 4 * group)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sums);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sums, 0x0E));
      if (group < 12) {
        const __m128i early = _mm_add_epi32(_mm_sha256msg1_epu32(first, second), _mm_alignr_epi8(fourth, third, 4));
        words[group % 4] = _mm_sha256msg2_epu32(early, fourth);
      }
    }
    abef = _mm_add_epi32(abef, abefBefore);
    cdgh = _mm_add_epi32(cdgh, cdghBefore);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#elif defined(__aarch64__) && defined(__ARM_FEATURE_SHA2)

#include <arm_neon.h>

// Arm Architecture Reference Manual for A-profile, "SHA256H". The compiler defines __ARM_FEATURE_SHA2 if all processors of
// the target have the instructions, as all of Apple's do.

bool diagnose_sha256_is_supported(void) { return true; }

void diagnose_sha256_accelerated_blocks(uint32_t *state, const uint8_t *bytes, size_t blocks) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; blocks > 0; blocks -= 1, bytes += 64) {
    const uint32x4_t abcdBefore = abcd, efghBefore = efgh;
    uint32x4_t words[4];
    for (int index = 0; index < 4; index++) {
      words[index] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 16 * index)));
    }
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) {
      const uint32x4_t first = words[group % 4], second = words[(group + 1) % 4], third = words[(group + 2) % 4],
                       fourth = words[(group + 3) % 4];
      const uint32x4_t sums = vaddq_u32(first, vld1q_u32(constants + 4 * group));
      const uint32x4_t abcdOfGroup = abcd;
      abcd = vsha256hq_u32(abcd, efgh, sums);
      efgh = vsha256h2q_u32(efgh, abcdOfGroup, sums);
      if (group < 12) words[group % 4] = vsha256su1q_u32(vsha256su0q_u32(first, second), third, fourth);
    }
    abcd = vaddq_u32(abcd, abcdBefore);
    efgh = vaddq_u32(efgh, efghBefore);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

#else

bool diagnose_sha256_is_supported(void) { return false; }

void diagnose_sha256_accelerated_blocks(uint32_t *state, const uint8_t *bytes, size_t blocks) {
  diagnose_sha256_blocks(state, bytes, blocks);
}

#endif
