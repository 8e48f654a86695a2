import CrashReports
import Vocabulary

extension ReportDecoder {
  func thread(_ reader: inout JSONReader) -> CrashReport.Thread? {
    var thread = CrashReport.Thread(index: -1)
    thread.omittedFrames = -1
    let isThere = reader.object { name, reader in
      switch name {
      case "index": thread.index = reader.integer() ?? -1
      case "name": thread.name = reader.text()
      case "queue": thread.queue = reader.text()
      case "crashed": thread.crashed = reader.flag() ?? false
      case "frames": thread.frames = stack(&reader) ?? []
      case "omittedFrames": thread.omittedFrames = reader.integer() ?? -1
      case "samples": thread.samples = reader.integer() ?? -1
      case "line": thread.line = reader.lineNumber()
      case "recursion": thread.recursion = reader.array { recursion(&$0) } ?? []
      case "registers": thread.registers = registers(&reader)
      default: reader.skip()
      }
    }
    return isThere ? thread : nil
  }

  private func registers(_ reader: inout JSONReader) -> [CrashReport.Register]? {
    var registers: [CrashReport.Register] = []
    let isThere = reader.object { name, reader in
      if let value = reader.address() { registers.append(.init(name: name, value: value)) }
    }
    return isThere ? registers : nil
  }

  private func recursion(_ reader: inout JSONReader) -> CrashReport.RecursionInfo? {
    var info = CrashReport.RecursionInfo(depth: 0)
    let isThere = reader.object { name, reader in
      switch name {
      case "depth": info.depth = reader.integer() ?? 0
      case "hottestElided": info.hottestElided = reader.integer()
      case "coldestElided": info.coldestElided = reader.integer()
      case "keyFrame": info.keyFrame = frame(&reader)
      default: reader.skip()
      }
    }
    return isThere ? info : nil
  }

  /// An array of frames, or of their numbers in `frames`.
  func stack(_ reader: inout JSONReader) -> [CrashReport.Frame]? { reader.array { frame(&$0) } }

  func frame(_ reader: inout JSONReader) -> CrashReport.Frame? {
    if reader.kind == .number {
      guard let number = reader.integer(), frames.indices.contains(number) else { return nil }
      return frames[number]
    }
    // What the encoder writes as null must be written so again.
    var frame = CrashReport.Frame(index: .min)
    let isThere = reader.object { name, reader in
      switch name {
      case "index": frame.index = reader.integer() ?? .min
      case "image": frame.image = reader.text()
      case "imageIndex": frame.imageIndex = reader.integer()
      case "address": frame.address = reader.address().map(RuntimeAddress.init)
      case "imageOffset": frame.imageOffset = reader.address().map(ImageOffset.init)
      case "symbol": frame.symbol = symbol(&reader)
      case "source": frame.source = source(&reader)
      case "inlined": frame.inlined = reader.flag() ?? false
      case "addressKind": frame.addressKind = reader.text().flatMap(AddressKind.init(rawValue:))
      case "role": frame.role = reader.text().flatMap(FrameRole.init(rawValue:))
      case "outcome": frame.outcome = reader.text().flatMap(FrameOutcome.init(rawValue:)) ?? .notAttempted
      case "line": frame.line = reader.lineNumber()
      default: reader.skip()
      }
    }
    return isThere ? frame : nil
  }

  private func symbol(_ reader: inout JSONReader) -> CrashReport.Symbol? {
    var name: String?
    var demangled: String?
    var offset: Int?
    reader.object { member, reader in
      switch member {
      case "name": name = reader.text()
      case "demangled": demangled = reader.text()
      case "offset": offset = reader.integer()
      default: reader.skip()
      }
    }
    return name.map { .init(name: $0, demangled: demangled, offset: offset) }
  }

  private func source(_ reader: inout JSONReader) -> SourceLocation? {
    var file: String?
    var line: Int?
    var column: Int?
    reader.object { member, reader in
      switch member {
      case "file": file = reader.text()
      case "line": line = reader.lineNumber()
      case "column": column = reader.integer()
      default: reader.skip()
      }
    }
    return file.map { SourceLocation(file: $0, line: line, column: column) }
  }

  mutating func images(_ reader: inout JSONReader) {
    guard let all = reader.array({ image(&$0) }) else { return }
    result.report.images = all.map(\.image)
    for (index, entry) in all.enumerated() {
      if let symbols = entry.symbols { result.report.imageSymbols[index] = symbols }
    }
  }

  private func image(_ reader: inout JSONReader) -> (image: BinaryImage, symbols: ImageSymbols?)? {
    var image = BinaryImage()
    var symbols: ImageSymbols?
    let isThere = reader.object { name, reader in
      switch name {
      case "name": image.name = reader.text()
      case "path": image.path = reader.text()
      case "uuid": image.uuid = reader.text().flatMap { ImageUUID($0) }
      case "architecture": image.architecture = reader.text()
      case "loadAddress": image.loadAddress = reader.address().map(RuntimeAddress.init)
      case "size": image.size = reader.unsigned()
      case "bundleID": image.bundleID = reader.text()
      case "version": image.version = reader.text()
      case "line": image.line = reader.lineNumber()
      case "symbols": symbols = imageSymbols(&reader)
      default: reader.skip()
      }
    }
    return isThere ? (image, symbols) : nil
  }

  private func imageSymbols(_ reader: inout JSONReader) -> ImageSymbols? {
    var symbols = ImageSymbols(.notAttempted)
    let isThere = reader.object { name, reader in
      switch name {
      case "outcome": symbols.outcome = reader.text().flatMap(ImageSymbols.Outcome.init(rawValue:)) ?? .notAttempted
      case "file": symbols.file = reader.text()
      case "foundUUID": symbols.foundUUID = reader.text().flatMap { ImageUUID($0) }
      default: reader.skip()
      }
    }
    return isThere ? symbols : nil
  }
}
