/// The lists of the grouping algorithm, version 1, as data, without those that give frames their roles
/// (`FrameRoleLists`).
///
/// Notation: one entry, one pattern. `*` stands for any run of characters, also none; everything else stands for
/// itself; a pattern covers the whole name. Function patterns are compared with normalised names, image patterns with
/// normalised image names.
///
/// A change here that changes a key of a vector or of a sample log is a new version of the algorithm.
enum SignatureLists {
  /// Leaves that stand for one another, in the order in which they are asked.
  static let prefixFamilies: [(family: String, functions: [String])] = [
    (
      "CFRelease",
      [
        "CFRelease", "_CFRelease",
      ]
    ),
    (
      "CFRetain",
      [
        "CFRetain", "_CFRetain",
      ]
    ),
    (
      "CFAutorelease",
      [
        "CFAutorelease"
      ]
    ),
    (
      "objc_msgSend",
      [
        "objc_msgSend*", "_objc_msgSend*", "lookUpImpOrForward",
      ]
    ),
    (
      "objc_release",
      [
        "objc_release*", "_objc_release*", "_objc_rootRelease*", "objc_storeStrong", "objc_destroyWeak",
        "objc_autoreleasePoolPop", "AutoreleasePoolPage::*", "objc_object::release*",
        "objc_object::sidetable_release*",
      ]
    ),
    (
      "objc_retain",
      [
        "objc_retain*", "_objc_retain*", "_objc_rootRetain*", "objc_loadWeak*", "objc_object::retain*",
        "objc_object::sidetable_retain*",
      ]
    ),
    (
      "swift_release",
      [
        "swift_release*", "_swift_release*", "swift_bridgeObjectRelease*", "swift_unknownObjectRelease*",
        "swift_arrayDestroy*",
      ]
    ),
    (
      "swift_retain",
      [
        "swift_retain*", "_swift_retain*", "swift_bridgeObjectRetain*", "swift_unknownObjectRetain*",
        "swift_weakLoadStrong*",
      ]
    ),
    (
      "malloc",
      [
        "malloc*", "_malloc*", "calloc", "realloc", "szone_*", "tiny_*", "small_*", "large_*", "nano_*",
        "nanov2_*", "xzm_*", "_xzm_*", "operator new", "operator new[]", "swift_slowAlloc*",
        "swift_allocObject*",
      ]
    ),
    (
      "free",
      [
        "free", "free_*", "_free*", "operator delete", "operator delete[]", "swift_slowDealloc*",
        "swift_deallocObject*", "swift_deallocClassInstance*",
      ]
    ),
    (
      "memmove",
      [
        "memcpy", "memmove", "memset", "bcopy", "bzero", "__bzero", "_platform_mem*", "_platform_bzero*",
        "__memcpy_chk", "__memmove_chk", "__memset_chk",
      ]
    ),
    (
      "strlen",
      [
        "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strcpy", "strncpy", "strlcpy", "strcat",
        "strdup", "strchr", "strrchr", "strstr", "_platform_str*",
      ]
    ),
    (
      "wait",
      [
        "mach_msg*", "semaphore_wait*", "__psynch_*", "__ulock_wait*", "_os_unfair_lock_*",
        "os_unfair_lock_lock*", "pthread_mutex_lock", "_pthread_mutex_*", "pthread_cond_wait",
        "_pthread_cond_wait", "kevent*", "__select", "read", "__read_nocancel", "poll",
      ]
    ),
    (
      "dispatch_assert_queue",
      [
        "dispatch_assert_queue*", "_dispatch_assert_queue*",
      ]
    ),
  ]

  /// Words in front of a name that make no other function of it. `(N)` stands for any number in brackets.
  static let unwrap: [String] = [
    "specialized ", "merged ", "@objc ", "@nonobjc ", "dynamic ", "distributed thunk ", "curry thunk of ",
    "partial apply for ", "partial apply of ", "partial apply forwarder for ", "dispatch thunk of ",
    "back deployment thunk for ", "back deployment fallback for ", "protocol self-conformance witness for ",
    "dynamically replaceable variable for ", "dynamically replaceable key for ", "async function pointer to ",
    "coroutine continuation prototype for ", "(N) suspend resume partial function for ",
    "(N) await resume partial function for ", "non-virtual thunk to ", "virtual thunk to ",
    "covariant return thunk to ",
  ]

  /// As `unwrap`, with ` <…> of ` behind.
  static let unwrapSpecialization: [String] = [
    "generic specialization", "generic partial specialization", "generic not re-abstracted specialization",
    "generic pre-specialization", "inlined generic function", "function signature specialization",
    "partial specialization",
  ]

  /// Code the compiler made: its frames are dropped.
  static let drop: [String] = [
    "outlined *", "reabstraction thunk*", "thunk for @*", "key path getter*", "key path setter*",
    "key path equals*", "key path hash*", "initializeBufferWithCopyOfBuffer* for *", "initializeWithCopy* for *",
    "assignWithCopy* for *", "initializeWithTake* for *", "assignWithTake* for *", "destroy for *",
    "destroy value witness for *", "getEnumTag* for *", "storeEnumTagSinglePayload* for *",
    "destructiveInjectEnumTag* for *", "destructiveProjectEnumData* for *", "protocol witness table *",
    "lazy protocol witness table *", "type metadata *", "metadata accessor*", "metadata instantiation*",
    "associated type *", "associated conformance *", "__copy_helper_block_*", "__destroy_helper_block_*",
    "__swift_instantiate*", "__swift_destroy*", "__swift_allocate*", "__swift_project*", "__swift_mutable*",
    "__swift_memcpy*", "__swift_noop*",
  ]

  /// Modules whose names full spellings have in front and short ones have not.
  static let modules: [String] = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Foundation", "FoundationEssentials", "UIKit",
    "AppKit", "SwiftUI", "SwiftUICore", "Combine", "Dispatch", "ObjectiveC", "__C", "Darwin", "CoreFoundation",
    "CoreGraphics", "CoreData", "WatchKit", "XCTest", "Testing", "Observation", "Builtin",
  ]
}
