/// A table of frames, with the explanation of their roles below it.
struct StackTable {
  private let frames: [ReportPage.Frame]
  /// The number of frames that are shown at once; the others can be opened.
  private let openCount: Int

  /// The maximum number of frames.
  private static let limit = 1_000

  /// - Parameter openLimit: The number of frames to show at once. The blamed frame is always among them.
  init(_ frames: [ReportPage.Frame], openLimit: Int = .max) {
    self.frames = Array(frames.prefix(Self.limit))
    omitted = frames.count - self.frames.count
    let blamed = self.frames.lastIndex { $0.isBlamed } ?? 0
    let wanted = max(openLimit, blamed + 2)
    // A few more frames are shown rather than hidden.
    openCount = self.frames.count - 4 <= wanted ? self.frames.count : wanted
  }

  private let omitted: Int

  func write(to html: inout HTML) {
    table("Stack", frames[..<openCount], &html)
    if openCount < frames.count {
      html.element("details") {
        let rest = frames.count - openCount
        $0.element("summary") { $0.text(Figures.counted(rest, "more frame", "more frames")) }
        table("Further frames", frames[openCount...], &$0)
      }
    }
    if omitted > 0 {
      html.element("p", [.class("sub")]) {
        $0.text(Figures.counted(omitted, "more frame", "more frames"))
      }
    }
    roles(&html)
  }

  private func table(_ label: String, _ frames: ArraySlice<ReportPage.Frame>, _ html: inout HTML) {
    let columns = [
      Column("#", "num pos"), Column("Image", "image"), Column("Function", "function"), Column("Role", "role"),
    ]
    html.cards(
      label, "stack", columns, Array(frames), rowStyle: { $0.isBlamed ? "blamed" : $0.isOwn ? "own" : nil }
    ) { cell, frame, index in
      switch index {
      case 0: cell.number(frame.position)
      case 1: cell.text(frame.image ?? "", limit: 200)
      case 2:
        if frame.isBlamed { cell.element("span", [.class("look")]) { $0.words("start here ") } }
        cell.element("code") { $0.text(frame.function ?? "?", limit: 600) }
        if let location = frame.location { cell.element("span", [.class("file")]) { $0.text(location, limit: 300) } }
      default: cell.text(frame.role?.name ?? "", limit: 40)
      }
    }
  }

  /// Writes what the roles mean that occur in the stack.
  private func roles(_ html: inout HTML) {
    var seen: Set<ReportPage.Frame.Role> = []
    let roles = frames.compactMap(\.role).filter { $0.meaning != nil && seen.insert($0).inserted }
    guard !roles.isEmpty else { return }
    html.element("dl", [.class("roles")]) {
      for role in roles.prefix(20) {
        $0.element("div") {
          $0.element("dt") { $0.text(role.name, limit: 40) }
          $0.element("dd") { $0.text(role.meaning ?? "", limit: 200) }
        }
      }
    }
  }
}
