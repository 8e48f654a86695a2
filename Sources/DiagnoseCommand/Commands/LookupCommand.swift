import ArgumentParser
import DebugInfo
import Symbolication
import Vocabulary
import Platform

/// Names addresses of one image: for scripts, and for comparison with other tools.
struct LookupCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "lookup", abstract: "Name addresses of an image: function, file and line.",
    discussion: """
      For each address the function and file:line:column, outwards through inlined functions, then an empty line; ?? \
      and ??:0:0 for what is not known. Addresses are hexadecimal with 0x, or decimal, as the file states them.
      """)

  @Option(help: ArgumentHelp("A dSYM bundle, a DWARF file or a Mach-O image.", valueName: "path"))
  var dsym: String

  @Option(help: ArgumentHelp("Which architecture of a universal file.", valueName: "name"))
  var arch: String?

  @Option(help: ArgumentHelp("Which slice of a universal file, by its UUID.", valueName: "uuid"))
  var uuid: String?

  @Argument(help: ArgumentHelp("What to look up.", valueName: "address"))
  var addresses: [String] = []

  @Flag(help: "Read addresses from standard input, one a line, and answer each at once.")
  var addressesFromStdin = false

  @Option(help: ArgumentHelp("Addresses are those of a process that loaded the image here.", valueName: "address"))
  var loadAddress: String?

  @Flag(help: "Addresses are distances from the image's start.")
  var offsets = false

  @Flag(help: "Addresses are where calls return to: look up the calls.")
  var returnAddresses = false

  @Flag(help: "Leave out inlined functions.")
  var noInlines = false

  @Flag(help: "Leave names as the file has them.")
  var noDemangle = false

  @Flag(help: "Neither read nor keep an index in the cache.")
  var noCache = false

  @Flag(help: "Print each address before its answer.")
  var printAddress = false

  @Option(name: .shortAndLong, help: ArgumentHelp("text, or jsonl: one object a line.", valueName: "format"))
  var format: LookupFormat = .text

  func validate() throws {
    if addresses.isEmpty, !addressesFromStdin {
      throw ValidationError("Give addresses, or --addresses-from-stdin.")
    }
    if !addresses.isEmpty, addressesFromStdin {
      throw ValidationError("Addresses come from the command line or from standard input, not from both.")
    }
    if offsets, loadAddress != nil { throw ValidationError("--offsets and --load-address exclude each other.") }
    if let loadAddress, Lookup.address(loadAddress.utf8) == nil {
      throw ValidationError("--load-address takes an address, as 0x21e205000.")
    }
    if let uuid, ImageUUID(uuid) == nil { throw ValidationError("--uuid takes 32 hexadecimal digits.") }
    if let arch, Architecture(name: arch) == nil {
      throw ValidationError("--arch takes the name of an architecture, as x86_64, arm64 or arm64e.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let slice = try chosenSlice()
    let cache = noCache ? nil : session.symbolCache
    guard let symbols = LookupTarget.symbols(of: slice, cache: cache) else {
      throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(dsym)): nothing to look up in")
    }
    var style = AnswerText.Style { Terminal.escaped($0) }
    style.showsInlined = !noInlines
    style.demangles = !noDemangle
    style.showsAddress = printAddress
    var lookup = Lookup(symbols: symbols, identity: slice.identity, cache: cache, style: style, format: format)
    lookup.base = offsets ? symbols.textAddress : 0
    if let load = loadAddress.flatMap({ Lookup.address($0.utf8) }) { lookup.base = symbols.textAddress &- load }
    if returnAddresses { lookup.rules = AddressRules(slice.file.architecture.name) }
    let progress = ProgressLine("lookup", total: 0)
    defer { progress.finish() }
    return addressesFromStdin ? try lookup.answerInput() : try lookup.answer(arguments: addresses)
  }

  private func chosenSlice() throws -> LookupTarget.Slice {
    let name = Terminal.quotedFileName(dsym)
    let target: LookupTarget
    do { target = try LookupTarget.open(FilePath.arguments([dsym])[0]) } catch {
      throw CommandFault(.nothingDone, "\(name): \(error.explanation)")
    }
    var slices = target.slices
    if let uuid = uuid.flatMap({ ImageUUID($0) }) { slices = slices.filter { $0.file.uuid == uuid } }
    if let arch = arch.flatMap({ Architecture(name: $0) }) {
      slices = slices.filter { $0.file.architecture == arch }
    }
    if let slice = slices.first, slices.count == 1 { return slice }
    let known = "It has " + target.slices.map { String(describing: $0.file) }.joined(separator: ", ") + "."
    if slices.isEmpty {
      let wanted = uuid.map { "UUID \($0)" } ?? arch ?? ""
      throw CommandFault(.nothingDone, "\(name) has no slice for \(wanted)", hint: known)
    }
    throw CommandFault(.wrongUse, "\(name) has several architectures; choose with --arch or --uuid", hint: known)
  }
}

enum LookupFormat: String, ExpressibleByArgument, CaseIterable, Sendable { case text, jsonl }
