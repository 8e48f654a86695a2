internal import Bytes
package import CrashReports
internal import DebugInfo
package import Platform
package import Symbolication
package import Vocabulary

/// Asks servers for the symbol files of images. A server learns the identifiers of images and, with layouts that need
/// them, their names, and nothing else of a report.
package final class SymbolServerSearch: SymbolFileServer {
  private struct State {
    /// The bytes that were downloaded.
    var bytes = 0
    /// The seconds that downloads took.
    var seconds = 0.0
    /// The number of failures of each server in a row, and the time of the last one.
    var failures: [String: (count: Int, last: Moment)] = [:]
  }

  private let servers: [SymbolServer]
  private let cache: DownloadCache
  private let limits: DownloadLimits
  private let program: String
  private let resolve: @Sendable (String) -> [HostAddress]
  /// One download at a time.
  private let state = Guarded(State())

  /// The number of failures in a row after which a server is not asked.
  private static let maxFailures = 2

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - program: The name of the program curl.
  ///   - resolve: Resolves the host names of redirects.
  package init(
    _ servers: [SymbolServer], cache: DownloadCache, limits: DownloadLimits = DownloadLimits(),
    program: String = "curl",
    resolve: @escaping @Sendable (String) -> [HostAddress] = { HostAddress.all(of: $0) }
  ) {
    (self.servers, self.cache, self.limits) = (servers, cache, limits)
    (self.program, self.resolve) = (program, resolve)
  }

  /// The servers, to display.
  package var descriptions: [String] { servers.map(\.description) }

  /// Asks the servers in the order of the configuration for the files of an image.
  package func find(_ image: BinaryImage, id: BuildID) -> ServedSymbols {
    let asked = servers.filter { $0.offersSystemImages || !Self.isOfSystem(image) }
    if asked.isEmpty { return ServedSymbols() }
    let key = SymbolLayout.Key(id, isMachO: image.buildID == nil, path: image.path ?? image.name)
    return state.withLock { state in
      if let file = cache.file(id) { return ServedSymbols(file: file) }
      var answer = ServedSymbols()
      for server in asked {
        if let file = ask(server, key, id, &state, &answer.refusals) {
          answer.file = file
          break
        }
      }
      return answer
    }
  }

  /// Whether an image is one of Apple's or of a Linux distribution, of which the servers of teams have no symbols.
  private static func isOfSystem(_ image: BinaryImage) -> Bool {
    guard let path = image.path else { return false }
    if image.buildID != nil { return ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"].contains { path.hasPrefix($0) } }
    return path.hasPrefix("/System/") || path.hasPrefix("/usr/lib/") || path.contains("/RuntimeRoot/")
      || path.contains("/Xcode.app/")
  }

  private func ask(
    _ server: SymbolServer, _ key: SymbolLayout.Key, _ id: BuildID, _ state: inout State, _ refusals: inout [String]
  ) -> FilePath? {
    if let reason = server.fault ?? unavailability(server, state) ?? cache.reason(server, id) {
      refusals.append("\(server.description): \(reason)")
      return nil
    }
    var isMissing = true
    var words: [String] = []
    for template in server.layout.templates {
      guard let components = SymbolLayout.components(template, key) else { continue }
      do throws(DownloadFault) {
        let file = try download(server.address.appending(components), server, id, &state)
        state.failures[server.description] = nil
        return file
      } catch {
        if !words.contains(error.words) { words.append(error.words) }
        if case .missing = error { continue }
        isMissing = false
        guard error.isOfServer else { continue }
        state.failures[server.description, default: (0, .now)].count += 1
        state.failures[server.description]?.last = .now
        break
      }
    }
    if words.isEmpty { words = ["its layout has no file for this image"] }
    let text = words.joined(separator: ", ")
    cache.note(server, id, isMissing: isMissing, text)
    refusals.append("\(server.description): \(text)")
    return nil
  }

  /// Why a server is not asked for anything now.
  private func unavailability(_ server: SymbolServer, _ state: State) -> String? {
    if let failures = state.failures[server.description], failures.count >= Self.maxFailures,
      Moment.now.seconds(since: failures.last) < Double(limits.failureTime)
    {
      return "not asked again, because it failed \(failures.count) times"
    }
    if state.bytes >= limits.totalBytes { return "not asked, because downloads reached their limit of size" }
    return state.seconds >= limits.totalTime ? "not asked, because downloads reached their limit of time" : nil
  }

  private func download(
    _ address: WebAddress, _ server: SymbolServer, _ id: BuildID, _ state: inout State
  ) throws(DownloadFault) -> FilePath {
    let temporary: (path: FilePath, file: FileDescriptor)
    do { temporary = try cache.temporary() } catch { throw .storage(error.description) }
    var isStored = false
    defer {
      try? temporary.file.close()
      if !isStored { try? Files.remove(temporary.path) }
    }
    var limits = limits
    limits.fileBytes = min(limits.fileBytes, limits.totalBytes - state.bytes)
    let start = Moment.now
    var download = SymbolDownload(server: server, limits: limits, program: program)
    download.resolve = resolve
    defer { state.seconds += Moment.now.seconds(since: start) }
    let size: Int
    do throws(DownloadFault) { size = try download.fetch(address, to: temporary.file) } catch {
      // What was sent counts as well.
      state.bytes += (try? temporary.file.status())?.size ?? 0
      throw error
    }
    state.bytes += size
    do {
      switch SymbolFileCheck.verdict(on: temporary.path, id: id, maxSize: limits.fileBytes) {
      case .refused(let reason): throw DownloadFault.unusable(reason)
      case .usable:
        let path = try cache.store(temporary.path, as: id)
        isStored = true
        return path
      case .packed(let bytes): return try store(bytes, id)
      }
    } catch let fault as DownloadFault { throw fault } catch {
      throw .storage((error as? SystemError)?.description ?? "unknown")
    }
  }

  /// Stores the file that an archive contained.
  private func store(_ bytes: FileBytes, _ id: BuildID) throws(SystemError) -> FilePath {
    let (path, file) = try cache.temporary()
    do throws(SystemError) {
      var failure: SystemError?
      bytes.span.withUnsafeBytes { part in
        do throws(SystemError) { try file.write(part) } catch { failure = error }
      }
      if let failure { throw failure }
      try file.close()
      return try cache.store(path, as: id)
    } catch {
      try? Files.remove(path)
      throw error
    }
  }
}
