import Answers
import CrashReports
import DebugInfo
import Documents
import ModelContext
import Platform
import Presentation
import Symbolication
import Vocabulary
import Workflow

extension AgentTool {
  private static let maxAddresses = 256

  /// Names addresses of one image.
  static let lookup = AgentTool(
    description: .init(
      name: "lookup", title: "Look up addresses",
      meaning: "Returns function, file and line for addresses of one image, as atos does. Read-only and offline.",
      parameters: [
        ToolParameter("symbols", .text, "dSYM, DWARF file or image.", required: true),
        ToolParameter(
          "addresses", .texts(limit: maxAddresses), "Addresses such as 0x1dd6, hexadecimal with 0x or decimal.",
          required: true),
        ToolParameter("load_address", .text, "Load address of the image, if the addresses are those of a process."),
        ToolParameter("arch", .text, "Architecture of a universal file, such as arm64."),
        ToolParameter("uuid", .text, "UUID of the image."),
        ToolParameter("return_addresses", .flag, "Whether to look up the calls before the addresses."),
      ],
      outputSchema: {
        SchemaShape.object([
          SchemaMember("quotes", .list(.text), nullable: false),
          SchemaMember("results", .list(.object(PublishedDocument.lookupLine)), nullable: false),
        ]).write(to: &$0)
      })
  ) { arguments, context in
    let addresses = arguments.texts("addresses")
    let file = try context.access.path(arguments.text("symbols") ?? "")
    let query = try Self.query(arguments, file)
    let slice = try query.slice(of: file)
    guard let symbols = LookupTarget.symbols(of: slice, cache: context.session.symbolCache) else {
      throw ToolFault("The file has no symbols.")
    }
    let base = query.loadAddress.map { symbols.textAddress &- $0 } ?? 0
    let rules = arguments.flag("return_addresses") ? AddressRules(slice.file.architecture.name) : nil
    let linked = addresses.map { text in
      Lookup.address(text.utf8).flatMap { (address) -> UInt64? in
        let address = address &+ base
        return rules.map { $0.lookup(address, .return) } ?? address
      }
    }
    return answer(addresses, linked, symbols)
  }

  /// Returns the checked arguments of a call.
  private static func query(_ arguments: ToolArguments, _ file: FilePath) throws -> LookupQuery {
    do throws(LookupQuery.Invalid) {
      return try LookupQuery(
        name: file.text, architecture: arguments.text("arch"), uuid: arguments.text("uuid"),
        loadAddress: arguments.text("load_address"))
    } catch { throw ToolFault(BriefText.cut(error.message, 300)) }
  }

  private static func answer(_ addresses: [String], _ linked: [UInt64?], _ symbols: SymbolFile) -> ToolAnswer {
    let frames = symbols.frames(at: linked.map { LinkedAddress($0 ?? .max) })
    var json = Array(#"{"quotes":["function","demangled","file"],"results":["#.utf8)
    var text = AgentText.notice + "\n"
    for (position, address) in addresses.enumerated() {
      let found = linked[position] == nil ? [] : frames[position]
      let line = LookupLine(
        input: BriefText.cut(address, 40), lookup: linked[position],
        frames: found.prefix(32).map { frame in
          LookupLine.Frame(
            function: frame.name.isEmpty ? nil : BriefText.cut(frame.name, 1000),
            demangled: demangled(frame.name).map { BriefText.cut($0, 1000) }, file: frame.file, line: frame.line,
            column: frame.column, inlined: frame.isInlined, functionStart: frame.functionStart?.value)
        })
      if position > 0 { json.append(UInt8(ascii: ",")) }
      json += line.object()
      let name = line.frames.first.map { frame in
        [frame.demangled ?? frame.function, frame.file.map { $0 + ":\(frame.line)" }].compactMap { $0 }
          .joined(separator: " ")
      }
      if position < 40 { text += AgentText.quoted(BriefText.cut(address, 40), name ?? "unknown") }
    }
    json += Array("]}".utf8)
    return ToolAnswer(text: text, json: json)
  }
}
