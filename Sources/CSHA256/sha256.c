#include "sha256.h"

// Each group of four rounds uses four words of the message schedule, `words[group % 4]`, and then replaces them by those
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

__attribute__((target("sha,sse4.1,ssse3"))) void diagnose_sha256_blocks(
    uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants) {
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

void diagnose_sha256_blocks(uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants) {
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

void diagnose_sha256_blocks(uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants) {
  (void)state, (void)bytes, (void)blocks, (void)constants;
}

#endif
