import Answers
import ArgumentParser
import DebugInfo
import Symbolication
import Vocabulary
import Platform
import Workflow

/// Symbolicates addresses of one image, for scripts and for comparison with other tools.
struct LookupCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "lookup", abstract: "Symbolicate addresses of an image: function, file and line.",
    discussion: """
      Reads a symbol file and addresses. Next to an image without debug information, its dSYM or debug file is used if \
      the UUID or build ID matches. Addresses are hexadecimal with 0x or decimal. Without --load-address or --offsets, they are \
      addresses in the file. For each address, writes the function and file:line:column, from the innermost inlined \
      function outward, then an empty line. An unknown function is ??, an unknown location ??:0:0. -o, -l, -arch and \
      -offset mean the same as in atos.

      Exit status: 0 when done; 2 if the symbol file could not be read or all addresses are \
      invalid; 3 if some addresses are invalid.

      Examples:
        diagnose lookup --dsym MyApp.dSYM 0x100003f20
        diagnose lookup -o MyApp.dSYM -arch arm64 -l 0x104a18000 0x104a1c2b0
        diagnose lookup --dsym MyApp.dSYM --addresses-from-stdin < addresses.txt
        diagnose lookup --uuid 4C4C44E4-5555-3144-A1E9-0C0CB1208ECF --dsym dSYMs.zip 0x1dd6
      """)

  @Option(
    name: [.long, .customLong("symbols"), .customShort("o")],
    help: ArgumentHelp(
      "Read this dSYM, image, ELF or Breakpad symbol file, or that with --uuid in this folder or archive.",
      valueName: "path"),
    completion: .file())
  var dsym: String

  @Option(
    name: [.long, .customLong("arch", withSingleDash: true)],
    help: ArgumentHelp("Select the architecture of a universal file.", valueName: "name"))
  var arch: String?

  @Option(help: ArgumentHelp("Select the file or slice with this UUID.", valueName: "uuid"))
  var uuid: String?

  @Argument(help: ArgumentHelp("Look up these addresses.", valueName: "address"))
  var addresses: [String] = []

  @Flag(help: "Read addresses from standard input, one per line; answer each immediately.")
  var addressesFromStdin = false

  @Option(
    name: [.long, .customShort("l")],
    help: ArgumentHelp("Treat addresses as runtime addresses, with this load address.", valueName: "address"))
  var loadAddress: String?

  @Flag(
    name: [.long, .customLong("offset", withSingleDash: true)],
    help: "Treat addresses as offsets from the start of the image.")
  var offsets = false

  @Flag(help: "Treat addresses as return addresses: look up the calls.")
  var returnAddresses = false

  @Flag(help: "Omit inlined functions.")
  var noInlines = false

  @Flag(help: "Print mangled names.")
  var noDemangle = false

  @Flag(help: "Do not use the cache of symbol indexes.")
  var noCache = false

  @Flag(help: "Print each address before its result.")
  var printAddress = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Select the format: text, or jsonl (one object per line).", valueName: "format"))
  var format: LookupFormat = .text

  func validate() throws {
    if addresses.isEmpty, !addressesFromStdin {
      throw ValidationError("No addresses. Pass addresses, or use --addresses-from-stdin.")
    }
    if !addresses.isEmpty, addressesFromStdin {
      throw ValidationError("Addresses and --addresses-from-stdin cannot be used together.")
    }
    if offsets, loadAddress != nil {
      throw ValidationError("--offsets and --load-address cannot be used together.")
    }
    do throws(LookupQuery.Invalid) { _ = try query() } catch { throw ValidationError(error.message) }
  }

  private func query() throws(LookupQuery.Invalid) -> LookupQuery {
    try LookupQuery(name: dsym, architecture: arch, uuid: uuid, loadAddress: loadAddress)
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let query = try query()
    let slice = try query.slice(of: FilePath.arguments([dsym])[0])
    let cache = noCache ? nil : session.symbolCache
    guard let symbols = LookupTarget.symbols(of: slice, cache: cache) else {
      throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(dsym)): no symbols")
    }
    var style = AnswerText.Style { Terminal.escaped($0) }
    style.showsInlined = !noInlines
    style.demangles = !noDemangle
    style.showsAddress = printAddress
    var lookup = Lookup(symbols: symbols, identity: slice.identity, cache: cache, style: style, format: format)
    lookup.base = offsets ? symbols.textAddress : 0
    if let load = query.loadAddress { lookup.base = symbols.textAddress &- load }
    if returnAddresses { lookup.rules = AddressRules(slice.file.architecture.name) }
    let progress = ProgressLine("lookup", total: 0)
    defer { progress.finish() }
    return addressesFromStdin ? try lookup.answerInput() : try lookup.answer(arguments: addresses)
  }
}

extension LookupFormat: ExpressibleByArgument {}
