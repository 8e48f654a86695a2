#ifndef DIAGNOSE_KNOWLEDGE_H
#define DIAGNOSE_KNOWLEDGE_H

#include <stddef.h>

/// Files of the folder Knowledge, one after the other, with an empty line after each of them.
///
/// The bytes are constants of the program. There is no null byte at their end.
struct diagnose_text {
  const unsigned char *bytes;
  size_t count;
};

struct diagnose_text diagnose_apis(void);
struct diagnose_text diagnose_refused_calls(void);
struct diagnose_text diagnose_bug_types(void);
struct diagnose_text diagnose_exception_types(void);
struct diagnose_text diagnose_exception_codes(void);
struct diagnose_text diagnose_signals(void);
struct diagnose_text diagnose_namespaces(void);
struct diagnose_text diagnose_termination_codes(void);
struct diagnose_text diagnose_fields(void);
struct diagnose_text diagnose_situations(void);
struct diagnose_text diagnose_roles(void);
struct diagnose_text diagnose_apple_images(void);
struct diagnose_text diagnose_linked_libraries(void);
struct diagnose_text diagnose_system_libraries(void);
struct diagnose_text diagnose_blame(void);
struct diagnose_text diagnose_profile(void);
struct diagnose_text diagnose_threads(void);
struct diagnose_text diagnose_runtimes(void);
struct diagnose_text diagnose_frame_words(void);
struct diagnose_text diagnose_guards(void);
struct diagnose_text diagnose_sanitizers(void);
struct diagnose_text diagnose_cpp_exceptions(void);
struct diagnose_text diagnose_interface_builder(void);
struct diagnose_text diagnose_languages(void);
struct diagnose_text diagnose_words(void);
struct diagnose_text diagnose_listings(void);
struct diagnose_text diagnose_prose(void);
struct diagnose_text diagnose_signal_messages(void);
struct diagnose_text diagnose_tool_messages(void);
struct diagnose_text diagnose_descriptions(void);
struct diagnose_text diagnose_given_names(void);
struct diagnose_text diagnose_surnames(void);
struct diagnose_text diagnose_sentences(void);
struct diagnose_text diagnose_places(void);
struct diagnose_text diagnose_things(void);
struct diagnose_text diagnose_pattern_needs(void);

/// The number of documents in Knowledge/patterns.
size_t diagnose_pattern_count(void);

/// The document at a position in the order of ids; `index` must be less than the number of documents.
struct diagnose_text diagnose_pattern(size_t index);

#endif
