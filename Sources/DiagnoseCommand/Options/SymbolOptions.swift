import ArgumentParser
import Platform
import Symbolication
import Vocabulary

/// Where symbol files are looked for.
struct SymbolPaths: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A dSYM, an image, an archive, or a folder that has them; may be repeated, and DIAGNOSE_SYMBOLS adds more.",
      valueName: "path"))
  var symbols: [String] = []

  @Flag(help: "Neither read nor keep an index of symbol files in the cache.")
  var noCache = false

  func validate() throws {
    if symbols.contains("") { throw ValidationError("--symbols needs the name of a file or folder.") }
  }

  /// Where to look; `nil` where nothing is to be looked for. A place that is not there is said on standard error, and is
  /// no reason to end: the report can be judged without it.
  ///
  /// - Parameter isWatching: Whether symbol files may still come while the command runs.
  func store(_ session: Session, isWatching: Bool = false) -> SymbolStore? {
    let more = session.variable("DIAGNOSE_SYMBOLS")?.split(separator: ":").map { FilePath(String($0)) } ?? []
    // A configuration names places of many machines; one that is not on this one is no news.
    let configured = session.settings.symbolPaths.map { FilePath($0) }.filter {
      isWatching || SymbolStore.problem(with: $0) == nil
    }
    let named = FilePath.arguments(symbols) + more
    let locations = named + configured
    for location in named {
      guard let problem = SymbolStore.problem(with: location) else { continue }
      Console.complain("warning: \(Terminal.quotedFileName(location.text)): \(problem)")
    }
    let usesSystem = OperatingSystem.current == .macOS
    guard usesSystem || !locations.isEmpty else { return nil }
    return SymbolStore(
      paths: locations, usesSystem: usesSystem, home: session.home.map { FilePath($0) },
      freshness: isWatching ? .seconds(10) : nil, cache: noCache ? nil : session.symbolCache,
      observe: { $1 ? ProgressLine.endNote($0.words) : ProgressLine.beginNote($0.words) })
  }
}

extension SymbolWork {
  /// What a line of progress says of it.
  var words: String {
    switch self {
    case .searching: "searching for symbol files"
    case .indexing(let file):
      "reading all symbols of "
        + Terminal.quotedFileName(String(decoding: FilePath(file).lastComponent, as: UTF8.self))
    }
  }
}

/// Where the names of frames come from that a report leaves bare.
struct SymbolOptions: ParsableArguments {
  @OptionGroup var locations: SymbolPaths

  @Flag(help: "Look for no names: no file but the input is opened.")
  var noSymbolicate = false

  func validate() throws {
    if noSymbolicate, !locations.symbols.isEmpty {
      throw ValidationError("--symbols and --no-symbolicate exclude each other.")
    }
  }

  func store(_ session: Session, isWatching: Bool = false) -> SymbolStore? {
    noSymbolicate ? nil : locations.store(session, isWatching: isWatching)
  }
}

extension SymbolStore {
  /// Says on standard error what of the places was not searched.
  func explainGaps() {
    for (location, words) in gaps {
      Console.complain("\(Terminal.quotedFileName(location)): \(words)")
    }
  }
}
