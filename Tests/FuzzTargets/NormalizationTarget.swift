internal import CrashReports

extension FuzzTarget {
  package static let normalization = FuzzTarget(
    "FuzzNormalization",
    exercises:
      "the removal of prefixes, markup and escapes before reading; offsets ascend and are inside the input, and copied "
      + "letters are those of the input",
    seeds: ["sample-logs/excerpt", "sample-logs/console", "sample-logs/build-log"], dictionary: "normalization",
    longest: 1 << 14
  ) { bytes in
    let input = InputNormalizer.normalize(bytes)
    if input.isPlain {
      try require(input.bytes == bytes, "plain input is changed")
      return
    }
    // A line break in place of a tag adds bytes; nothing else does.
    try require(input.bytes.count <= bytes.count * 3 + 16, "\(input.bytes.count) bytes of \(bytes.count)")
    var last = 0
    for offset in 0...input.bytes.count {
      let original = input.original(of: offset)
      try require(original >= last && original <= bytes.count, "offset \(offset) is \(original) after \(last)")
      last = original
      let range = input.original(of: offset..<input.bytes.count)
      try require(range.upperBound <= bytes.count, "the range of \(offset) ends at \(range.upperBound)")
    }
    for removal in input.removals {
      try require(removal.firstLine >= 1 && removal.lines >= 1, "\(removal.id): line \(removal.firstLine)")
    }
    let unchanged = InputText(bytes).applying([])
    try require(unchanged == bytes, "an input without edits is changed")
    _ = InputText(bytes).applying([TextEdit(0..<min(1, input.bytes.count), Array("a\nb".utf8))])
  }
}
