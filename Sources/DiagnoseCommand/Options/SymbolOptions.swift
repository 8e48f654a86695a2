import ArgumentParser
import Platform
import Symbolication
import Workflow

/// Options that name the locations to search for symbol files.
struct SymbolPaths: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Search this dSYM, image, ELF or Breakpad symbol file, archive or folder; repeatable. DIAGNOSE_SYMBOLS adds more.",
      valueName: "path"), completion: .file())
  var symbols: [String] = []

  @Flag(help: "Do not use the cache of symbol indexes.")
  var noCache = false

  func validate() throws {
    if symbols.contains("") { throw ValidationError("--symbols is empty. Name a file or folder.") }
  }

  var selection: SymbolSelection { SymbolSelection(named: symbols, usesCache: !noCache) }
}

/// Options that control the symbolication of frames.
struct SymbolOptions: ParsableArguments {
  @OptionGroup var locations: SymbolPaths

  @Flag(help: "Skip symbolication; read no symbol files.")
  var noSymbolicate = false

  func validate() throws {
    if noSymbolicate, !locations.symbols.isEmpty {
      throw ValidationError("--symbols and --no-symbolicate cannot be used together.")
    }
  }

  func store(
    _ session: Session, for inputs: SymbolInputs = SymbolInputs(), depots: [FilePath] = [],
    isWatching: Bool = false
  ) throws -> SymbolStore? {
    noSymbolicate ? nil : try locations.selection.store(session, for: inputs, depots: depots, isWatching: isWatching)
  }
}
