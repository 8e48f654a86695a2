import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Keeps the process alive when a mapped file is cut short while it is read.
///
/// Reading a page of a mapping that its file no longer has is a SIGBUS. The handler installed here puts a page of zeros
/// in its place and lets the read go on: readers of debug information check every value anyway, and zeros are a value.
/// It looks only at a table of fixed size whose entries are atomics, and calls nothing but `mmap` and `sigaction`, as a
/// signal handler must (POSIX.1-2017, 2.4.3; `mmap` is a plain system call on Linux and Darwin).
enum MappingGuard {
  /// A place in the table.
  struct Slot: ~Copyable {
    /// First address; 0: free, 1: taken and not filled yet.
    let start = Atomic<UInt>(0)
    /// The address behind the last one.
    let end = Atomic<UInt>(0)
  }

  /// Mappings at one time. A file that finds no place is read instead.
  static let capacity = 1024

  /// Where the handler looks. Set once, before the handler is installed, so that nothing is initialised inside it.
  fileprivate struct State {
    var slots: UnsafeMutablePointer<Slot>
    var pageSize: UInt
    var previous: UnsafeMutablePointer<sigaction>
  }

  /// The page size, if the guard is in force.
  private static let installation: UInt? = install()

  static var isInstalled: Bool { installation != nil }

  /// Protects `count` bytes at `base`; `nil` when the table is full or no handler could be installed.
  static func register(_ base: UnsafeRawPointer, count: Int) -> Int? {
    guard isInstalled, let state = guardState else { return nil }
    let start = UInt(bitPattern: base)
    for index in 0..<capacity {
      if state.slots[index].start.load(ordering: .relaxed) != 0 { continue }
      let (isMine, _) = state.slots[index].start.compareExchange(
        expected: 0, desired: 1, ordering: .acquiringAndReleasing)
      guard isMine else { continue }
      state.slots[index].end.store(start &+ UInt(count), ordering: .relaxed)
      state.slots[index].start.store(start, ordering: .releasing)
      return index
    }
    return nil
  }

  /// Ends the protection. To be called before the memory is given back: its addresses may soon mean something else.
  static func unregister(_ slot: Int) {
    guard let state = guardState, (0..<capacity).contains(slot) else { return }
    state.slots[slot].start.store(0, ordering: .releasing)
  }

  private static func install() -> UInt? {
    let size = sysconf(Int32(_SC_PAGESIZE))
    guard size > 0 else { return nil }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
    previous.initialize(to: sigaction())
    guardState = State(slots: slots, pageSize: UInt(size), previous: previous)
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = mappingFault
    #elseif canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = mappingFault
    #endif
    action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_ONSTACK)
    sigemptyset(&action.sa_mask)
    return sigaction(SIGBUS, &action, previous) == 0 ? UInt(size) : nil
  }
}

/// Written once by `install`, before the handler can run; a constant initial value, so that reading it runs no code.
private nonisolated(unsafe) var guardState: MappingGuard.State? = nil

private func mappingFault(
  _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  guard let state = guardState else { return }
  let saved = errno
  if let info, info.pointee.si_code > 0 {
    #if canImport(Darwin)
      let address = UInt(bitPattern: info.pointee.si_addr)
    #elseif canImport(Glibc)
      let address = UInt(bitPattern: info.pointee._sifields._sigfault.si_addr)
    #endif
    for index in 0..<MappingGuard.capacity {
      let start = state.slots[index].start.load(ordering: .acquiring)
      guard start > 1, address >= start, address < state.slots[index].end.load(ordering: .relaxed) else { continue }
      let page = UnsafeMutableRawPointer(bitPattern: address & ~(state.pageSize &- 1))
      let result = mmap(page, Int(bitPattern: state.pageSize), PROT_READ, MAP_FIXED | MAP_PRIVATE | MAP_ANON, -1, 0)
      errno = saved
      if result != MAP_FAILED { return }
      break
    }
  }
  // Not ours: whoever was there before gets it when the same instruction faults again.
  sigaction(number, state.previous, nil)
  // A signal that somebody sent comes only once.
  if let info, info.pointee.si_code <= 0 { raise(number) }
  errno = saved
}
