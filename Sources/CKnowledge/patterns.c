// Written by KnowledgeTests from the folder Knowledge/patterns: UPDATE_EXPECTED=1 scripts/test --filter KnowledgeTests

#include "knowledge.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char needs[] = {
#embed "../../Knowledge/pattern-needs.txt" suffix(, '\n',)
};

static const struct diagnose_text patterns[] = {
  {0, 0},
};

struct diagnose_text diagnose_pattern_needs(void) { return (struct diagnose_text){needs, sizeof needs}; }

size_t diagnose_pattern_count(void) { return sizeof patterns / sizeof patterns[0] - 1; }

struct diagnose_text diagnose_pattern(size_t index) { return patterns[index]; }
