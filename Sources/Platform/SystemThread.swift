#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Threads whose start can fail. Foundation's `Thread` does not tell when the system has no thread left.
package enum SystemThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread that nothing waits for.
  ///
  /// - Parameter stackSize: The size of its stack in bytes, a multiple of the size of a page.
  package static func start(stackSize: Int, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let start = Unmanaged.passRetained(Start(body))
    let code = create(stackSize, start.toOpaque())
    if code == 0 { return }
    start.release()
    throw SystemError(number: code)
  }

  /// Returns 0 or an error number: these functions do not set `errno`.
  private static func create(_ stackSize: Int, _ start: UnsafeMutableRawPointer) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let code = pthread_attr_setstacksize(&attributes, stackSize)
    if code != 0 { return code }
    #if canImport(Darwin)
      var thread: pthread_t?
      return pthread_create(&thread, &attributes, { SystemThread.run($0) }, start)
    #elseif canImport(Glibc)
      var thread = pthread_t()
      return pthread_create(&thread, &attributes, { SystemThread.run($0) }, start)
    #endif
  }

  private static func run(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body() }
    return nil
  }
}
