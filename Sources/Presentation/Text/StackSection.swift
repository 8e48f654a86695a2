import Bytes
package import CrashReports
import Diagnosis
import Vocabulary

/// One stack of a report.
package struct StackSection {
  let title: String
  let frames: [CrashReport.Frame]
  var omitted = 0
  /// The index in `frames` of the frame to look at first.
  var blamed: Int?
  var style: PresentationStyle

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - omitted: The number of frames that are missing at the end.
  ///   - blamed: The index in `frames` of the frame to look at first; `nil` if there is none.
  package init(
    title: String, frames: [CrashReport.Frame], omitted: Int = 0, blamed: Int? = nil, style: PresentationStyle
  ) {
    self.title = title
    self.frames = frames
    self.omitted = omitted
    self.blamed = blamed
    self.style = style
  }

  /// Returns the stack of the exception, else of the crashed thread, as text without colors; `nil` if there is none.
  static func plainText(of assessment: Assessment, _ style: PresentationStyle) -> String? {
    let report = assessment.report
    let raised = report.raisedStack
    let frames = raised.isEmpty ? report.crashedThread?.frames ?? [] : raised
    guard !frames.isEmpty else { return nil }
    var plain = style
    plain.color = false
    var renderer = TextRenderer(plain)
    StackSection(
      title: raised.isEmpty ? report.crashedThread.map(title) ?? "Stack" : "Stack of the exception", frames: frames,
      omitted: raised.isEmpty ? report.crashedThread?.omittedFrames ?? 0 : 0, blamed: assessment.blamedFrame,
      style: plain
    ).write(to: &renderer)
    return renderer.text
  }

  /// The label of the queue of the main thread, which the functions of the stack show, too.
  private static let mainQueue = "com.apple.main-thread"

  /// Returns the title for the stack of a thread. The queue or the name of another thread than the main thread tells who started its
  /// work.
  static func title(of thread: CrashReport.Thread) -> String {
    guard let samples = thread.samples else {
      return "Stack, thread \(thread.index)" + (label(of: thread).map { ", " + $0 } ?? "")
    }
    return "Heaviest stack, thread \(thread.index), \(samples) \(samples == 1 ? "sample" : "samples")"
  }

  /// Returns the label of the queue of a thread, else its name; `nil` for the main thread, and without both.
  static func label(of thread: CrashReport.Thread) -> String? {
    guard let label = thread.queue ?? thread.name, !label.isEmpty, !label.hasPrefix(mainQueue) else { return nil }
    return label.shortened(to: maxLabel)
  }

  /// The maximum length of the label of a queue in a title, in characters.
  private static let maxLabel = 32

  /// Adds the title and the frames.
  package func write(to renderer: inout TextRenderer) {
    let stack = FoldedStack(
      frames: frames, omitted: omitted, blamed: blamed, selection: style.verbose ? .all : style.frames)
    var counts = frames.count == 1 ? "1 frame" : "\(frames.count) frames"
    if stack.folded > 0 { counts += ", \(stack.folded) folded" }
    renderer.line(StyledText(title, .bold), StyledText(" (\(counts))"))
    let columns = Columns(frames, stack.rows)
    for row in stack.rows {
      switch row {
      case .frame(let position): frame(position, columns, &renderer)
      case .fold(let count, let words):
        fold("\(count) \(count == 1 ? "frame" : "frames"): \(words)", columns, &renderer)
      case .omitted(let count):
        fold("\(count) \(count == 1 ? "frame" : "frames") omitted", columns, &renderer)
      case .repetition(let count, let period):
        fold(
          period == 1
            ? "the frame above, \(count) more \(count == 1 ? "time" : "times")"
            : "\(count) frames: the \(period) above, \(count / period) more \(count / period == 1 ? "time" : "times")",
          columns, &renderer)
      }
    }
  }

  /// The column widths for all shown frames.
  private struct Columns {
    var number = 1
    var image = 4

    init(_ frames: [CrashReport.Frame], _ rows: [FoldedStack.Row]) {
      for row in rows {
        guard case .frame(let position) = row else { continue }
        number = max(number, String(frames[position].index).utf8.count)
        image = max(image, min(DisplayWidth.of(Terminal.escaped(StackSection.image(frames[position]))), 24))
      }
    }

    /// The column at which function names begin.
    var function: Int { 2 + 2 + number + 2 + image + 2 }
  }

  private static func image(_ frame: CrashReport.Frame) -> String { frame.image.map(shortImageName) ?? "???" }

  private func fold(_ words: String, _ columns: Columns, _ renderer: inout TextRenderer) {
    renderer.paragraph(
      words, style: .dim, lead: [StyledText(String(repeating: " ", count: 4 + columns.number) + "  ⋯ ", .dim)],
      indent: 8 + columns.number)
  }

  private func frame(_ position: Int, _ columns: Columns, _ renderer: inout TextRenderer) {
    let frame = frames[position]
    let isBlamed = position == blamed
    let number = String(frame.index)
    let padding = String(repeating: " ", count: max(columns.number - number.utf8.count, 0))
    var image = Terminal.escaped(Self.image(frame))
    if !style.verbose { image = Wrapping.cut(image, to: 24, ascii: style.ascii) }
    image += String(repeating: " ", count: max(columns.image - DisplayWidth.of(image), 0))
    // `<compiler-generated>` and `<stdin>` are not files to open.
    let source = frame.source.flatMap { $0.file.hasPrefix("<") && !style.verbose ? nil : $0 }
    let location = source.map { Wording.location(file: $0.file, line: $0.line) }
    let room = renderer.width - 2 - columns.function - (location.map { min(DisplayWidth.of($0), 30) + 2 } ?? 0)
    renderer.line(
      [
        StyledText("  "), StyledText(isBlamed ? "► " : "  ", .red), StyledText(padding + number + "  "),
        StyledText(image + "  "),
        StyledText(function(frame, room: max(room, 24)), isBlamed ? .bold : .plain),
      ],
      right: location.map { location in
        StyledText(
          location, isBlamed ? .bold : .plain,
          link: source.flatMap { style.hyperlinks?.link($0.file, line: $0.line, column: $0.column) })
      })
  }

  /// Returns name and offset, in at most `room` columns unless verbose; the address if there is no name.
  private func function(_ frame: CrashReport.Frame, room: Int) -> String {
    var end = frame.inlined ? " [inlined]" : ""
    guard let symbol = frame.symbol, !symbol.name.isEmpty, frame.isNamed || !symbol.isNearest else {
      let address = frame.address.map { $0.value.hexadecimal } ?? "unknown address"
      var details = frame.imageOffset.map { ["image + \($0.value)"] } ?? []
      if let name = frame.symbol?.readable, !name.isEmpty { details.append("far after \(shortened(name))") }
      return address + (details.isEmpty ? "" : " (\(details.joined(separator: "; ")))") + end
    }
    if let offset = symbol.offset { end = " + \(offset)" + end }
    if style.verbose { return symbol.readable + end }
    let name = Terminal.escaped(shortened(symbol.readable))
    return Wrapping.cut(name, to: max(room - end.utf8.count, 16), ascii: style.ascii) + end
  }
}
