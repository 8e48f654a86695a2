import Vocabulary

/// The result for one address as a line of JSON.
package struct LookupLine {
  /// A function at the address; each is inlined into the next one.
  package struct Frame {
    /// The symbol name as in the file; `nil` if there is none.
    package var function: String?
    /// The demangled name; `nil` if it was not requested or there is none.
    package var demangled: String?
    /// The path of the source file; `nil` if unknown.
    package var file: String?
    /// The line in the source file, from 1; 0 if unknown.
    package var line: Int
    /// The column in the line, from 1; 0 if unknown.
    package var column: Int
    /// Whether the function is inlined into the next one.
    package var inlined: Bool
    /// The start address of the function as in the file; `nil` if unknown.
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

  /// The address as the user gave it.
  package var input: String
  /// The address that was looked up, as in the file; `nil` if the input is not an address.
  package var lookup: UInt64?
  /// The functions, innermost first.
  package var frames: [Frame]

  /// Creates a line from its parts.
  package init(input: String, lookup: UInt64?, frames: [Frame]) {
    self.input = input
    self.lookup = lookup
    self.frames = frames
  }

  /// The line of `lookup --format jsonl`: a document of schema `diagnose-lookup/1` and a line feed.
  package var json: [UInt8] { object(schema: "diagnose-lookup/1") + [0x0A] }

  /// Returns the JSON object; as an element of another document, it has no schema.
  package func object(schema: String? = nil) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      if let schema { writer.member("schema", schema) }
      writer.member("address", input)
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
    return writer.bytes
  }
}
