import CrashReports
import Vocabulary

/// An element of `threads`.
extension CrashReport.Thread: DocumentObject {
  static var blank: Self {
    var thread = Self(index: -1)
    thread.omittedFrames = -1
    return thread
  }

  static func visit(_ thread: inout Self, _ members: inout some MemberVisitor) {
    // Equal evidence must have equal bytes, so the order is that of the first version.
    let isEvidence = members.form == .evidence
    members.member("index", &thread.index, .number(from: 0), else: -1)
    members.member("name", &thread.name, .text)
    members.member("queue", &thread.queue, .text)
    members.member("crashed", &thread.crashed, .flag, else: false, isEvidence ? .when(thread.crashed) : .always)
    members.member("frames", &thread.frames, ArrayForm(FrameForm()), else: [], isEvidence ? .never : .always)
    members.member(
      "omittedFrames", &thread.omittedFrames, .number(from: 0), else: -1,
      isEvidence ? .when(thread.omittedFrames > 0) : .always)
    members.member("samples", &thread.samples, SamplesForm(), .known)
    members.member("line", &thread.line, .line, .complete)
    members.member(
      "recursion", &thread.recursion, ArrayForm.rows(), else: [],
      thread.recursion.isEmpty ? .never : isEvidence ? .known : .complete)
    members.member("registers", &thread.registers, RegistersForm())
    members.member("frames", &thread.frames, ArrayForm(FrameForm()), else: [], .when(isEvidence))
  }
}

extension CrashReport.RecursionInfo: DocumentObject {
  static var blank: Self { .init(depth: 0) }

  static func visit(_ info: inout Self, _ members: inout some MemberVisitor) {
    members.member("depth", &info.depth, .number, else: 0)
    members.member("hottestElided", &info.hottestElided, .number)
    members.member("coldestElided", &info.coldestElided, .number)
    members.member("keyFrame", &info.keyFrame, FrameForm())
  }
}

/// A frame of a stack: an object, or in evidence its index in `stackFrames`, which its `index` contains.
struct FrameForm: ValueForm {
  func write(_ value: CrashReport.Frame, to output: inout MemberWriter) {
    if output.form == .evidence {
      output.json.number(value.index)
    } else {
      output.write(value, inline: true)
    }
  }

  func read(from input: inout MemberReader) -> CrashReport.Frame? {
    guard input.json.kind == .number else { return ObjectForm<CrashReport.Frame>().read(from: &input) }
    guard let number = input.json.integer(), input.frames.indices.contains(number) else { return nil }
    return input.frames[number]
  }
}

extension CrashReport.Frame: DocumentObject {
  /// A value that is written as null must be written as null again.
  static var blank: Self { .init(index: .min) }

  static func visit(_ frame: inout Self, _ members: inout some MemberVisitor) {
    let isEvidence = members.form == .evidence
    members.member("index", &frame.index, .number, else: .min, isEvidence ? .never : .always)
    members.member("image", &frame.image, .text)
    members.member("imageIndex", &frame.imageIndex, .number)
    members.member("address", &frame.address, HexadecimalForm(), isEvidence ? .never : .always)
    members.member("imageOffset", &frame.imageOffset, HexadecimalForm())
    members.object("symbol", &frame.symbol, inline: true)
    members.object("source", &frame.source, inline: true)
    members.member("inlined", &frame.inlined, .flag, else: false, isEvidence ? .when(frame.inlined) : .always)
    members.member("address", &frame.address, HexadecimalForm(), .when(isEvidence))
    members.member("addressKind", &frame.addressKind, WordForm())
    members.member("role", &frame.role, WordForm())
    members.member("outcome", &frame.outcome, WordForm(), else: .notAttempted, isEvidence ? .never : .always)
    members.member("line", &frame.line, .line, .complete)
  }
}

extension CrashReport.Symbol: DocumentObject {
  static var blank: Self { .init(name: "") }
  static var requiredMembers: Int { 1 }

  static func visit(_ symbol: inout Self, _ members: inout some MemberVisitor) {
    members.required("name", &symbol.name, .text)
    members.member("demangled", &symbol.otherName, .text)
    members.member("offset", &symbol.offset, .number(from: 0))
  }

  private var otherName: String? {
    get { demangled == name ? nil : demangled }
    set { demangled = newValue }
  }
}

extension SourceLocation: DocumentObject {
  static var blank: Self { .init(file: "") }
  static var requiredMembers: Int { 1 }

  static func visit(_ source: inout Self, _ members: inout some MemberVisitor) {
    members.required("file", &source.file, .text)
    members.member("line", &source.line, .line)
    members.member("column", &source.column, .number(from: 1))
    members.resolvedPath("path", of: source.file)
  }
}

/// Registers by name. A repeated name would make the object ambiguous (RFC 8259, section 4).
struct RegistersForm: ValueForm {
  func write(_ value: [CrashReport.Register], to output: inout MemberWriter) {
    output.json.begin("{", inline: true)
    var seen: Set<String> = []
    for register in value where seen.insert(register.name).inserted {
      output.json.address(register.name, register.value)
    }
    output.json.end("}")
  }

  func read(from input: inout MemberReader) -> [CrashReport.Register]? {
    var registers: [CrashReport.Register] = []
    let isThere = input.json.object { name, json in
      if let value = json.address() { registers.append(.init(name: name, value: value)) }
    }
    return isThere ? registers : nil
  }
}

// MARK: - Images

/// An element of `images`, with the symbols that the model stores separately.
private struct ListedImage: DocumentObject {
  var image = BinaryImage()
  var symbols: ImageSymbols?

  static var blank: Self { .init() }

  static func visit(_ listed: inout Self, _ members: inout some MemberVisitor) {
    members.member("name", &listed.image.name, .text)
    members.member("path", &listed.image.path, .text)
    members.member("uuid", &listed.image.uuid, UUIDForm())
    members.member("buildID", &listed.image.buildID, BuildIDForm())
    members.member("architecture", &listed.image.architecture, .text)
    members.member("loadAddress", &listed.image.loadAddress, HexadecimalForm())
    members.member("size", &listed.image.size, UnsignedForm())
    members.member("bundleID", &listed.image.bundleID, .text)
    members.member("version", &listed.image.version, .text)
    members.member("line", &listed.image.line, .line, .complete)
    members.object("symbols", &listed.symbols, inline: true)
  }
}

extension ImageSymbols: DocumentObject {
  static var blank: Self { .init(.notAttempted) }

  static func visit(_ symbols: inout Self, _ members: inout some MemberVisitor) {
    members.member("outcome", &symbols.outcome, WordForm(), else: .notAttempted)
    members.member("file", &symbols.file, .text)
    members.member("foundUUID", &symbols.foundUUID, UUIDForm())
    members.member("foundBuildID", &symbols.foundBuildID, BuildIDForm())
  }
}

/// The images of a report, and their symbols by image index.
private struct ImageList {
  var images: [BinaryImage]
  var symbols: [Int: ImageSymbols] = [:]
}

private struct ImagesForm: ValueForm {
  func write(_ value: ImageList, to output: inout MemberWriter) {
    let all = value.images.enumerated().map { ListedImage(image: $1, symbols: value.symbols[$0]) }
    ArrayForm.rows().write(all, to: &output)
  }

  func read(from input: inout MemberReader) -> ImageList? {
    guard let all = ArrayForm(ObjectForm<ListedImage>()).read(from: &input) else { return nil }
    var list = ImageList(images: all.map(\.image))
    for (index, listed) in all.enumerated() { list.symbols[index] = listed.symbols }
    return list
  }
}

extension CrashReport {
  mutating func visitImages(_ members: inout some MemberVisitor) {
    members.member("images", &imageList, ImagesForm())
  }

  private var imageList: ImageList? {
    get { images.map { ImageList(images: $0, symbols: imageSymbols) } }
    set {
      guard let newValue else { return }
      images = newValue.images
      imageSymbols = newValue.symbols
    }
  }
}
