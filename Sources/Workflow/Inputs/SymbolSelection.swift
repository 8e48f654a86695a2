import Bytes
package import Platform
package import Symbolication
import Vocabulary

/// Which locations a command searches for symbol files.
package struct SymbolSelection: Sendable {
  /// The locations that options name.
  package var named: [String] = []
  /// Whether the cache of symbol indexes is used.
  package var usesCache = true

  /// A selection; without arguments, only the locations of variables and configurations.
  package init(named: [String] = [], usesCache: Bool = true) {
    self.named = named
    self.usesCache = usesCache
  }

  /// Returns the symbol store; `nil` if there is no location to search. Throws if `--symbols` names a location that does
  /// not exist: its names would be missing from every report. A watcher waits for it instead.
  ///
  /// - Parameters:
  ///   - inputs: The symbol files among the inputs, and the reports, next to which dSYMs are searched.
  ///   - depots: Folders whose layout states the paths of files, such as the symbol store of an endpoint.
  ///   - isWatching: Whether symbol files may appear while the command runs.
  ///   - scope: The files that may be opened because of `inputs`, and of other locations in it; `nil` for all. What the user
  ///     named outside of it leads anywhere.
  package func store(
    _ session: Session, for inputs: SymbolInputs = SymbolInputs(), depots: [FilePath] = [],
    isWatching: Bool = false, scope: FileScope? = nil
  ) throws -> SymbolStore? {
    let more = session.variable("DIAGNOSE_SYMBOLS")?.split(separator: ":").map { FilePath(String($0)) } ?? []
    // A configuration may list paths of several machines, so a missing one needs no warning.
    // Symbol files that a found configuration names do not lead out of its repository.
    let configured = session.settings.symbolPaths.map { FilePath($0.path).within($0.scope?.files) }.filter {
      isWatching || SymbolStore.problem(with: $0) == nil
    }
    let named = FilePath.arguments(self.named)
    for location in named {
      guard let problem = SymbolStore.problem(with: location) else { continue }
      let words = "--symbols: \(Terminal.quotedFileName(location.text)): \(problem)"
      guard isWatching else { throw CommandFault(.wrongUse, words) }
      Console.writeMessage("warning: " + words)
    }
    for location in more {
      guard let problem = SymbolStore.problem(with: location) else { continue }
      Console.writeMessage("warning: DIAGNOSE_SYMBOLS: \(Terminal.quotedFileName(location.text)): \(problem)")
    }
    let locations = (named + inputs.symbolFiles + more + configured).map { path in
      scope?.contains(path) == true ? path.within(scope) : path
    }
    let neighbors = SymbolNeighbors.paths(nextTo: inputs.reports).filter { !locations.contains($0) }
    let usesSystem = OperatingSystem.current == .macOS
    let server = usesCache ? try ConfiguredServers.search(session) : nil
    guard usesSystem || !locations.isEmpty || !neighbors.isEmpty || !depots.isEmpty || server != nil else { return nil }
    return SymbolStore(
      paths: locations, neighbors: neighbors, depots: depots, server: server, usesSystem: usesSystem,
      home: session.home.map { FilePath($0) },
      freshness: isWatching ? .seconds(10) : nil, cache: usesCache ? session.symbolCache : nil,
      observe: { $1 ? ProgressLine.endNote($0.words) : ProgressLine.beginNote($0.words) })
  }
}

extension SymbolWork {
  /// The text of the progress line.
  package var words: String {
    switch self {
    case .searching: "searching for symbol files"
    case .downloading: "asking servers for symbol files"
    case .indexing(let file):
      "reading all symbols of "
        + Terminal.quotedFileName(String(streamSafe: FilePath(file).lastComponent))
    }
  }
}

extension SymbolStore {
  /// Prints the paths that were not searched, and why, on standard error.
  package func reportUnsearchedPaths() {
    for (location, words) in gaps {
      Console.writeMessage("\(Terminal.quotedFileName(location)): \(words)")
    }
  }
}
