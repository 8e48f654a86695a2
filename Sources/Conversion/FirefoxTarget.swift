import CrashReports
import Documents
import Vocabulary

extension ConversionTarget {
  /// The processed format of the Firefox Profiler, which profiler.firefox.com opens.
  static let firefox = ConversionTarget(
    id: "firefox",
    title: "Profile for the Firefox Profiler, JSON",
    summary:
      "A processed profile with the threads of all reports. A sample has the number of samples with its stack as its weight; "
      + "its time is a count and not that of the report.",
    losses: profileLosses + ["addresses and lines"],
    isJSON: true, isProfile: true
  ) { reports in FirefoxProfile.bytes(SampledReport.all(reports)) }
}

/// A processed profile of the Firefox Profiler, in the version 47 of its format: docs-developer/CHANGELOG-formats.md and
/// src/types/profile.js of firefox-devtools/profiler. Later versions of the program read earlier formats.
enum FirefoxProfile {
  private static let version = 47
  /// The categories, by index: other code, the app, the kernel.
  private static let categories = [
    ("Other", "grey"),  // report text
    ("App", "yellow"), ("Kernel", "orange"),
  ]

  /// Returns the document; empty without reports.
  static func bytes(_ reports: [SampledReport]) -> [UInt8] {
    guard !reports.isEmpty else { return [] }
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      meta(reports, &writer)
      list("libs", &writer)
      list("pages", &writer)
      list("counters", &writer)
      list("profilerOverhead", &writer)
      writer.name("threads")
      writer.begin("[")
      for (number, report) in reports.enumerated() {
        for root in report.roots {
          writer.separate()
          ThreadTables(report, root: root).write(process: number, &writer)
        }
      }
      writer.end("]")
    }
    return writer.bytes + [0x0A]
  }

  private static func list(_ name: String, _ writer: inout JSONWriter) {
    writer.member(name, numbers: [])
  }

  private static func meta(_ reports: [SampledReport], _ writer: inout JSONWriter) {
    writer.name("meta")
    writer.object { writer in
      writer.member("product", Set(reports.map(\.process)).sorted().prefix(8).joined(separator: ", "))
      writer.member("importedFrom", Product.name + " " + Product.version)
      writer.member("interval", 1)
      writer.member("startTime", 0)
      writer.member("processType", 0)
      writer.member("stackwalk", 1)
      writer.member("debug", false)
      writer.member("version", 27)
      writer.member("preprocessedProfileVersion", version)
      writer.member("symbolicated", true)
      writer.name("categories")
      writer.array(categories) { writer, category in
        writer.object { writer in
          writer.member("name", category.0)
          writer.member("color", category.1)
          writer.member("subcategories", ["Other"])
        }
      }
      list("markerSchema", &writer)
      writer.name("sampleUnits")
      writer.object { writer in
        writer.member("time", "ms")
        writer.member("eventDelay", "ms")
        writer.member("threadCPUDelta", "µs")
      }
    }
  }

  /// The tables of one thread: its nodes are the stacks, and each function has one frame.
  private struct ThreadTables {
    private let report: SampledReport
    private let root: Int
    /// The nodes of the thread, callers first, and the position of each in this list.
    private var nodes: [Int] = []
    private var positions: [Int: Int] = [:]
    /// The functions of the thread, and the position of each in this list.
    private var functions: [Int] = []
    private var functionPositions: [Int: Int] = [:]
    /// The texts of the thread, each once.
    private var strings: [String] = []
    private var numbers: [String: Int] = [:]
    /// The indices in `strings` of the name and the file of each function.
    private var names: [Int] = []
    private var files: [Int?] = []

    init(_ report: SampledReport, root: Int) {
      self.report = report
      self.root = root
      // The nodes of a thread follow its root, up to the root of the next thread.
      for index in report.tree.nodes.indices[(root + 1)...] {
        let node = report.tree.nodes[index]
        if node.isRoot { break }
        positions[index] = nodes.count
        nodes.append(index)
        let function = Int(node.function)
        if functionPositions[function] == nil {
          functionPositions[function] = functions.count
          functions.append(function)
          let entry = report.tree.functions[function]
          names.append(number(of: entry.name))
          files.append((entry.file ?? entry.image).map { number(of: $0) })
        }
      }
    }

    private mutating func number(of text: String) -> Int {
      if let known = numbers[text] { return known }
      numbers[text] = strings.count
      strings.append(text)
      return strings.count - 1
    }

    func write(process: Int, _ writer: inout JSONWriter) {
      let index = Int(report.tree.nodes[root].function)
      let thread = report.thread(at: index)
      writer.object { writer in
        writer.member("name", report.thread(ofRoot: root))
        writer.member("isMainThread", thread?.queue == "com.apple.main-thread")
        writer.member("processType", "default")
        writer.member("processName", report.process)
        writer.member("processStartupTime", 0)
        writer.member("processShutdownTime", Int?.none)
        writer.member("registerTime", 0)
        writer.member("unregisterTime", Int?.none)
        writer.member("pausedRanges", numbers: [])
        writer.member("pid", report.report.process?.pid.map { String($0) } ?? "0")
        writer.member("tid", "\(process).\(index)")
        samples(&writer)
        stacks(&writer)
        frames(&writer)
        functionTable(&writer)
        table("markers", ["data", "name", "startTime", "endTime", "phase", "category"], &writer)
        table("nativeSymbols", ["libIndex", "address", "name", "functionSize"], &writer)
        table("resourceTable", ["lib", "name", "host", "type"], &writer)
        writer.member("stringArray", strings)
      }
    }

    private func table(_ name: String, _ columns: [String], _ writer: inout JSONWriter) {
      writer.name(name)
      writer.object { writer in
        writer.member("length", 0)
        for column in columns { writer.member(column, numbers: []) }
      }
    }

    private func samples(_ writer: inout JSONWriter) {
      var stacks: [Int?] = []
      var weights: [Int] = []
      if report.tree.nodes[root].own > 0 {
        stacks.append(nil)
        weights.append(report.tree.nodes[root].own)
      }
      for (position, index) in nodes.enumerated() where report.tree.nodes[index].own > 0 {
        stacks.append(position)
        weights.append(report.tree.nodes[index].own)
      }
      writer.name("samples")
      writer.object { writer in
        writer.member("length", stacks.count)
        writer.member("weightType", "samples")
        column("stack", stacks, &writer)
        writer.member("weight", numbers: weights)
        writer.member("time", numbers: Array(0..<stacks.count))
        writer.member("eventDelay", numbers: [Int](repeating: 0, count: stacks.count))
      }
    }

    private func stacks(_ writer: inout JSONWriter) {
      writer.name("stackTable")
      writer.object { writer in
        writer.member("length", nodes.count)
        column("prefix", nodes.map { positions[Int(report.tree.nodes[$0].parent)] }, &writer)
        writer.member(
          "frame", numbers: nodes.map { functionPositions[Int(report.tree.nodes[$0].function)] ?? 0 })
        writer.member("category", numbers: nodes.map { category(Int(report.tree.nodes[$0].function)) })
        writer.member("subcategory", numbers: nodes.map { _ in 0 })
      }
    }

    private func frames(_ writer: inout JSONWriter) {
      let count = functions.count
      writer.name("frameTable")
      writer.object { writer in
        writer.member("length", count)
        writer.member("func", numbers: Array(0..<count))
        writer.member("address", numbers: [Int](repeating: -1, count: count))
        writer.member("inlineDepth", numbers: [Int](repeating: 0, count: count))
        writer.member("category", numbers: functions.map { category($0) })
        writer.member("subcategory", numbers: [Int](repeating: 0, count: count))
        writer.member("innerWindowID", numbers: [Int](repeating: 0, count: count))
        for name in ["nativeSymbol", "implementation", "line", "column"] { nulls(name, count, &writer) }
      }
    }

    private func functionTable(_ writer: inout JSONWriter) {
      let count = functions.count
      writer.name("funcTable")
      writer.object { writer in
        writer.member("length", count)
        writer.member("name", numbers: names)
        flags("isJS", count, &writer)
        flags("relevantForJS", count, &writer)
        writer.member("resource", numbers: [Int](repeating: -1, count: count))
        column("fileName", files, &writer)
        nulls("lineNumber", count, &writer)
        nulls("columnNumber", count, &writer)
      }
    }

    private func category(_ function: Int) -> Int {
      let function = report.tree.functions[function]
      if function.role == .app { return 1 }
      return function.image?.hasPrefix("kernel") == true ? 2 : 0
    }

    private func column(_ name: String, _ values: [Int?], _ writer: inout JSONWriter) {
      writer.name(name)
      writer.array(values, inline: true) { writer, value in
        if let value { writer.number(value) } else { writer.null() }
      }
    }

    private func nulls(_ name: String, _ count: Int, _ writer: inout JSONWriter) {
      column(name, [Int?](repeating: nil, count: count), &writer)
    }

    private func flags(_ name: String, _ count: Int, _ writer: inout JSONWriter) {
      writer.name(name)
      writer.array([Bool](repeating: false, count: count), inline: true) { $0.flag($1) }
    }
  }
}
