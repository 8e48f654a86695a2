extension QuestionWords {
  /// Other English words for words of the catalog.
  static let english: StaticString = """
    nib: xib, nib-file
    blank empty: blank, empty
    preview: canvas
    crash: quits, quit, aborts, aborted, traps, trapped
    hang: freeze, freezes, frozen, unresponsive, stuck
    slow long: sluggish, lagging, slow
    leak memory: leak, leaks, leaking
    nil unwrap optional: unwrap, unwrapping, unwrapped
    recursion endless: recursive, recursion, endless, infinite, loop, loops, forever
    update stale preview: stale, outdated
    launch: start, starts, starting
    long: longer
    memory out jetsam: too much memory, much memory
    cpu: processor
    cast forced: casting, casts
    corruption heap: corrupted, corrupt
    access: accesses, accessing
    """
}
