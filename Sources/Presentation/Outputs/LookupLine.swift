import Vocabulary

/// The answer to one address as a line of JSON.
package struct LookupLine {
  /// A function at the address: the innermost is inlined into the next.
  package struct Frame {
    /// Symbol name as the file states it; `nil` if there is none.
    package var function: String?
    /// Readable name; `nil` where it was not asked for or there is none.
    package var demangled: String?
    /// Path of the source file; `nil` if it is unknown.
    package var file: String?
    /// Line of the source file, from 1; 0 if it is unknown.
    package var line: Int
    /// Column of the line, from 1; 0 if it is unknown.
    package var column: Int
    /// Whether the function is inlined into the next one.
    package var inlined: Bool
    /// Address at which the function begins, as the file states it; `nil` if it is unknown.
    package var functionStart: UInt64?

    /// Creates a frame from its parts.
    package init(
      function: String?, demangled: String?, file: String?, line: Int, column: Int, inlined: Bool,
      functionStart: UInt64?
    ) {
      self.function = function
      self.demangled = demangled
      self.file = file
      self.line = line
      self.column = column
      self.inlined = inlined
      self.functionStart = functionStart
    }
  }

  /// As the user gave it.
  package var asked: String
  /// The address that was looked up, as the file states it; `nil` for what is no address.
  package var lookup: UInt64?
  /// Innermost first.
  package var frames: [Frame]

  /// Creates a line from its parts.
  package init(asked: String, lookup: UInt64?, frames: [Frame]) {
    self.asked = asked
    self.lookup = lookup
    self.frames = frames
  }

  /// One object and a line break.
  package var json: [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("address", asked)
      writer.address("lookup", lookup)
      writer.name("frames")
      writer.array(frames) { writer, frame in
        writer.object { writer in
          writer.member("function", frame.function)
          writer.member("demangled", frame.demangled)
          writer.member("file", frame.file)
          writer.member("line", frame.line > 0 ? frame.line : nil)
          writer.member("column", frame.column > 0 ? frame.column : nil)
          writer.member("inlined", frame.inlined)
          writer.address("functionStart", frame.functionStart)
        }
      }
    }
    return writer.bytes + [0x0A]
  }
}
