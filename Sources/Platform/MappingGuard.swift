import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Prevents a crash when a mapped file is truncated while it is read.
///
/// Reading a page beyond the end of a truncated file raises SIGBUS. The handler installed here maps a page of zeros at
/// that address, and the read continues: readers of debug information check every value anyway, and zeros are a value.
/// The handler reads only a fixed-size table of atomics, and calls only `mmap`, `sigaction` and `raise`, as a signal
/// handler must (POSIX.1-2017, 2.4.3; `mmap` is a plain system call on Linux and Darwin).
enum MappingGuard {
  /// An entry of the table.
  struct Slot: ~Copyable {
    /// The first address of the mapping. 0 is a free entry, 1 an entry that is reserved and not filled yet.
    let start = Atomic<UInt>(0)
    /// The address after the last one.
    let end = Atomic<UInt>(0)
  }

  /// The maximum number of mappings at one time. Further files are read instead.
  static let capacity = 1024

  /// The data that the handler reads. Set once, before the handler is installed, so that the handler initializes
  /// nothing.
  fileprivate struct State {
    var slots: UnsafeMutablePointer<Slot>
    var pageSize: UInt
    var previous: UnsafeMutablePointer<sigaction>
  }

  /// The page size, if the guard is installed.
  private static let installation: UInt? = install()

  static var isInstalled: Bool { installation != nil }

  /// Protects `count` bytes at `base`. Returns the table index; `nil` if the table is full or the handler could not be
  /// installed.
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

  /// Ends the protection. Call this before unmapping the memory, because the system may reuse its addresses.
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

/// Written once by `install`, before the handler can run. The initial value is a constant, so that reading it runs no
/// code.
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
  // Not our mapping: the previous handler runs when the same instruction faults again.
  sigaction(number, state.previous, nil)
  // A signal sent with kill(2) does not repeat.
  if let info, info.pointee.si_code <= 0 { raise(number) }
  errno = saved
}
