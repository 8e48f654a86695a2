/// The reference of a skeleton unit to the unit with its entries in a `.dwo` file (DWARF 5, section 3.1.2, and the GNU
/// extension of DWARF 4).
package struct SplitReference: Hashable, Sendable {
  /// The path of the file (`DW_AT_dwo_name`), absolute or relative to the folder.
  package var name: String
  /// The folder in which the compiler ran (`DW_AT_comp_dir`).
  package var directory: String
  /// The identifier, which the unit in the file must have, too.
  package var id: UInt64

  /// The path of the file, which may be relative.
  package var path: String { name.hasPrefix("/") || directory.isEmpty ? name : directory + "/" + name }
}

/// Opens the files with split units. This module opens no files.
package struct SplitFiles: Sendable {
  /// Returns the bytes of a `.dwo` file; `nil` if it was not found.
  package var open: @Sendable (_ reference: SplitReference) -> FileBytes?
  /// Returns the bytes of the package (`.dwp`) with the split units of the program; `nil` if there is none.
  package var package: @Sendable () -> FileBytes?

  /// Creates the files from functions that open them.
  package init(
    open: @escaping @Sendable (_ reference: SplitReference) -> FileBytes?,
    package: @escaping @Sendable () -> FileBytes?
  ) {
    self.open = open
    self.package = package
  }

  /// No files.
  package static let none = SplitFiles(open: { _ in nil }, package: { nil })
}

/// Copies the sections of split units.
struct SplitLoader {
  private let files: SplitFiles
  /// The sections of the program, some of which its split units use, too.
  private let main: DebugSections
  private(set) var units: [UInt64: DebugSections] = [:]
  private var missing: [SplitReference] = []
  /// The files that were opened, by their paths in the references.
  private var opened: Set<String> = []

  /// The maximum number of split units that are read.
  static let maxCount = 100_000

  init(files: SplitFiles, main: DebugSections) {
    self.files = files
    self.main = main
  }

  mutating func load(_ references: [SplitReference], into copy: inout ContentCopy) {
    var package: SplitPackage?
    if let bytes = files.package() {
      copy.allow(fileOf: bytes.count)
      do throws(ELFFault) { package = try SplitPackage(bytes, into: &copy) } catch { copy.note(error) }
    }
    for reference in references {
      if let found = package?.sections(of: reference.id, main: main, into: &copy) {
        units[reference.id] = found
        continue
      }
      guard let bytes = files.open(reference) else {
        missing.append(reference)
        continue
      }
      // Many units may refer to one file, which does not become larger by that.
      if opened.insert(reference.path).inserted { copy.allow(fileOf: bytes.count) }
      do throws(ELFFault) {
        let file = try ELFFile(bytes)
        units[reference.id] = Self.sections(of: file, main: main, into: &copy)
      } catch {
        copy.note(ELFFault("\(reference.name): \(error.explanation)", at: error.offset))
      }
    }
  }

  private static func sections(
    of file: ELFFile, main: DebugSections, into copy: inout ContentCopy
  ) -> DebugSections {
    var sections = DebugSections { _ in 0..<0 }
    sections.info = copy.add(".debug_info.dwo", of: file)
    sections.abbreviations = copy.add(".debug_abbrev.dwo", of: file)
    sections.strings = copy.add(".debug_str.dwo", of: file)
    sections.stringOffsets = copy.add(".debug_str_offsets.dwo", of: file)
    sections.rangeLists = copy.add(".debug_rnglists.dwo", of: file)
    sections.use(main)
    return sections
  }

  /// The faults, with one for all files that were not found.
  func faults(_ faults: [ELFFault]) -> [DWARFFault] {
    var all = faults.map { DWARFFault($0.explanation, at: $0.offset) }
    if let first = missing.first {
      let others = missing.count > 1 ? " and \(missing.count - 1) more" : ""
      all.append(DWARFFault("split debug information was not found: \(first.name)\(others)", at: 0))
    }
    return all
  }
}

extension DebugSections {
  /// Sets the sections that split units use of their program: addresses, lines, and the range lists of DWARF 4.
  mutating func use(_ main: DebugSections) {
    addresses = main.addresses
    lines = main.lines
    lineStrings = main.lineStrings
    ranges = main.ranges
  }
}
