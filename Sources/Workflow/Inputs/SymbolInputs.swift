import Bytes
package import Platform
import Symbolication
import Vocabulary

/// The inputs of a command that concern symbols: symbol files that the user named among the reports, and the reports,
/// next to which dSYMs may be.
package struct SymbolInputs {
  /// dSYMs, images and archives of dSYMs.
  package var symbolFiles: [FilePath] = []
  /// The files that are read as reports.
  package var reports: [FilePath] = []

  /// The inputs of a command.
  package init(symbolFiles: [FilePath] = [], reports: [FilePath] = []) {
    self.symbolFiles = symbolFiles
    self.reports = reports
  }

  /// Separates symbol files from the inputs, and lists the sources of the others. Throws if all inputs are symbol files.
  package static func separated(_ inputs: [String], recursive: Bool) throws -> (list: InputList, symbols: SymbolInputs)
  {
    try separated(FilePath.arguments(inputs), recursive: recursive)
  }

  /// Does the same for paths, which may have a scope.
  package static func separated(_ paths: [FilePath], recursive: Bool) throws -> (list: InputList, symbols: SymbolInputs)
  {
    let symbolFiles = paths.filter { isSymbolFile($0) }
    let names = Set(symbolFiles)
    let others = paths.filter { !names.contains($0) }
    if others.isEmpty, let first = symbolFiles.first {
      throw CommandFault(
        .nothingDone, "\(Terminal.quotedFileName(first.text)): a symbol file, not a report",
        hint: "Name a report too: diagnose REPORT \(Terminal.quotedFileName(first.text))")
    }
    let list = InputList(others, recursive: recursive)
    let reports = list.sources.compactMap { source in
      if case .file(let path, _) = source { path } else { nil }
    }
    return (list, SymbolInputs(symbolFiles: symbolFiles, reports: reports))
  }

  /// Returns true for a dSYM, an Xcode archive, a Mach-O file, and a zip archive that contains dSYMs and no reports.
  package static func isSymbolFile(_ path: FilePath) -> Bool {
    guard path.bytes != [UInt8(ascii: "-")], let status = try? FileStatus(of: path) else { return false }
    let name = String(streamSafe: path.withoutSlashes.lastComponent)
    switch status.kind {
    case .folder:
      return name.hasSuffix(".dSYM") || name.hasSuffix(".xcarchive")
        || Folder.isRealFolder(path.appending("Contents/Resources/DWARF"))
    case .regular:
      return SymbolStore.isMachO(path)
        || name.lowercased().hasSuffix(".zip")
          && SymbolStore.isArchiveOfSymbols(path, isReport: { ReportName.isLikely($0) })
    default: return false
    }
  }
}
