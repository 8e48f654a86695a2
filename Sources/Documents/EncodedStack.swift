import CrashReports
import Vocabulary

/// One element of `threads`.
struct EncodedThread {
  private let thread: CrashReport.Thread
  private let isComplete: Bool

  init(_ thread: CrashReport.Thread, isComplete: Bool = false) {
    self.thread = thread
    self.isComplete = isComplete
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("index", thread.index, minimum: 0)
      $0.member("name", thread.name)
      $0.member("queue", thread.queue)
      $0.member("crashed", thread.crashed)
      $0.name("frames")
      $0.array(thread.frames) { EncodedFrame($1, isComplete: isComplete).write(to: &$0) }
      $0.member("omittedFrames", thread.omittedFrames, minimum: 0)
      if let samples = thread.samples { $0.member("samples", samples, minimum: 0) }
      if isComplete { remarks(&$0) }
      $0.name("registers")
      registers(&$0)
    }
  }

  private func remarks(_ writer: inout JSONWriter) {
    if let line = thread.line { writer.member("line", line, minimum: 1) }
    guard !thread.recursion.isEmpty else { return }
    writer.name("recursion")
    writer.array(thread.recursion) { writer, info in
      writer.object(inline: true) {
        $0.member("depth", info.depth)
        $0.member("hottestElided", info.hottestElided)
        $0.member("coldestElided", info.coldestElided)
        $0.name("keyFrame")
        if let frame = info.keyFrame {
          EncodedFrame(frame, isComplete: true).write(to: &$0)
        } else {
          $0.null()
        }
      }
    }
  }

  private func registers(_ writer: inout JSONWriter) {
    guard let registers = thread.registers else { return writer.null() }
    writer.object(inline: true) {
      // A name that comes twice would make the object ambiguous (RFC 8259, section 4).
      var seen: Set<String> = []
      for register in registers where seen.insert(register.name).inserted {
        $0.address(register.name, register.value)
      }
    }
  }
}

/// One frame, wherever it stands.
struct EncodedFrame {
  private let frame: CrashReport.Frame
  private let isComplete: Bool

  init(_ frame: CrashReport.Frame, isComplete: Bool = false) {
    self.frame = frame
    self.isComplete = isComplete
  }

  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) {
      $0.member("index", frame.index)
      $0.member("image", frame.image)
      $0.member("imageIndex", frame.imageIndex)
      $0.address("address", frame.address?.value)
      $0.address("imageOffset", frame.imageOffset?.value)
      $0.name("symbol")
      symbol(&$0)
      $0.name("source")
      source(&$0)
      $0.member("inlined", frame.inlined)
      $0.member("addressKind", frame.addressKind?.rawValue)
      $0.member("role", frame.role?.rawValue)
      $0.member("outcome", frame.outcome.rawValue)
      if isComplete, let line = frame.line { $0.member("line", line, minimum: 1) }
    }
  }

  private func symbol(_ writer: inout JSONWriter) {
    guard let symbol = frame.symbol else { return writer.null() }
    writer.object(inline: true) {
      $0.member("name", symbol.name)
      $0.member("demangled", symbol.demangled == symbol.name ? nil : symbol.demangled)
      $0.member("offset", symbol.offset, minimum: 0)
    }
  }

  private func source(_ writer: inout JSONWriter) {
    guard let source = frame.source else { return writer.null() }
    writer.object(inline: true) {
      $0.member("file", source.file)
      $0.member("line", source.line, minimum: 1)
      $0.member("column", source.column, minimum: 1)
    }
  }
}

/// One element of `images`.
struct EncodedImage {
  private let image: BinaryImage
  private let symbols: ImageSymbols?
  private let isComplete: Bool

  init(_ image: BinaryImage, _ symbols: ImageSymbols?, isComplete: Bool = false) {
    self.image = image
    self.symbols = symbols
    self.isComplete = isComplete
  }

  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) {
      $0.member("name", image.name)
      $0.member("path", image.path)
      $0.member("uuid", image.uuid?.description)
      $0.member("architecture", image.architecture)
      $0.address("loadAddress", image.loadAddress?.value)
      $0.member("size", image.size)
      $0.member("bundleID", image.bundleID)
      $0.member("version", image.version)
      if isComplete, let line = image.line { $0.member("line", line, minimum: 1) }
      $0.name("symbols")
      encodeSymbols(&$0)
    }
  }

  private func encodeSymbols(_ writer: inout JSONWriter) {
    guard let symbols else { return writer.null() }
    writer.object(inline: true) {
      $0.member("outcome", symbols.outcome.rawValue)
      $0.member("file", symbols.file)
      $0.member("foundUUID", symbols.foundUUID?.description)
    }
  }
}
