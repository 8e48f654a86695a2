import Bytes
package import CrashReports
import Knowledge
import Vocabulary

/// What a series of samples shows in one sentence: the function of the app that most samples of the busiest thread have, and
/// what it calls. It is a fact about the samples, and not a cause.
package struct ProfileSummary: Sendable, Equatable {
  /// The index in the report of the thread that worked in the largest number of samples.
  package var thread: Int
  /// The number of samples of the thread.
  package var samples: Int
  /// The number of samples in which the thread waited for work or for events.
  package var idle: Int
  /// The function of the app; `nil` if none has half of the samples in which the thread worked.
  package var function: String?
  /// The function that it calls in at least half of its samples; `nil` if there is none, or if it is the app's.
  package var callee: String?
  /// The number of samples with the function.
  package var count = 0

  /// The number of samples in which the thread worked.
  package var busy: Int { samples - idle }

  /// Whether the thread waited in more than half of its samples.
  package var isIdle: Bool { idle > busy }

  /// Creates the summary of a report whose frames have roles; `nil` if it has no call tree with samples.
  package init?(_ report: CrashReport) {
    guard let tree = report.callTree, let threads = report.threads else { return nil }
    let functions = ProfileFunctions(tree)
    let samples = ProfileSamples(tree, functions)
    guard let root = samples.busiest(tree, preferred: threads.firstIndex(where: \.crashed)) else { return nil }
    thread = Int(tree.nodes[root].frame)
    self.samples = tree.nodes[root].count
    idle = self.samples - samples.busy[root]
    guard samples.busy[root] > 0 else { return }
    guard let found = ProfileSearch(tree, functions, samples, root: root).dominating else { return }
    function = functions.names[found.function]
    callee = found.callee.flatMap { functions.names[$0] }
    count = found.count
  }

  /// The sentence without its subject: `99 % of 2,611 samples in CardStore.importAll() → open()`; `nil` if no function of
  /// the app dominates and the thread is not idle.
  ///
  /// - Parameter isMarked: Whether the thread is the one that the report is about, so that its number is omitted.
  package func statement(isMarked: Bool) -> String? {
    let other = isMarked ? "" : ", thread \(thread)"
    if isIdle { return "idle: \(Self.percent(idle, of: samples)) of \(Self.grouped(samples)) samples wait" + other }
    guard let function else { return nil }
    let total = Self.grouped(busy) + (idle > 0 ? " busy samples" : busy == 1 ? " sample" : " samples")
    var text = "\(Self.percent(count, of: busy)) of \(total) in \(shortened(function))"
    if let callee { text += " → " + Self.call(callee) }
    return text + other
  }

  /// Returns a share in percent: rounded, but 100 % only if there is no other sample.
  package static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0, part < whole else { return "100 %" }
    let share = Int((100 * Double(part) / Double(whole)).rounded())
    return "\(min(share, 99)) %"
  }

  static func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: position)
      position -= 3
    }
    return String(digits)
  }

  /// The public name of a call: `open()` for `__open`.
  private static func call(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isLetter || $0.isDigit }
    guard isPlain else { return shortened(name) }
    let visible = name.drop { $0 == "_" }
    return (visible.isEmpty ? name : String(visible)) + "()"
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

/// The functions of a call tree, without the offsets at which they were sampled.
private struct ProfileFunctions {
  /// The identity of each function of the tree: equal for equal functions.
  private(set) var ids: [Int] = []
  /// The names by identity; `nil` for a function without one.
  private(set) var names: [String?] = []
  private(set) var isApp: [Bool] = []
  private(set) var isIdleCall: [Bool] = []
  private(set) var isMessageCall: [Bool] = []
  private(set) var isEventWait: [Bool] = []
  private(set) var isKernel: [Bool] = []

  private struct Key: Hashable {
    var image: String?
    var name: String?
    var address: UInt64?
  }

  private static let lists = KnowledgeText.profile.lists
  private static let idleCalls = GlobSet(lists["idle calls"])
  private static let messageCalls = GlobSet(lists["message calls"])
  private static let eventWaits = GlobSet(lists["event waits"])
  private static let entryPoints = GlobSet(lists["entry points"])
  private static let kernelImages = GlobSet(FrameRoleLists.kernelImages + ["kernel", "kernel.*"])

  init(_ tree: CallTree) {
    var known: [Key: Int] = [:]
    for number in 0..<tree.functions {
      // The function that contains the address, and not those inlined into it.
      guard let frame = tree.frames(of: Int32(number)).last else {
        ids.append(add(nil, CrashReport.Frame(index: 0)))
        continue
      }
      let name = frame.functionName
      let address = name == nil ? frame.address?.value ?? frame.imageOffset?.value : nil
      let key = Key(image: frame.image, name: name, address: address)
      if let id = known[key] {
        ids.append(id)
        continue
      }
      let id = add(name, frame)
      known[key] = id
      ids.append(id)
    }
  }

  private mutating func add(_ name: String?, _ frame: CrashReport.Frame) -> Int {
    let isOwn = frame.role == .app
    names.append(name)
    isApp.append(isOwn && !(name.map(Self.entryPoints.matches) ?? false))
    isIdleCall.append(!isOwn && name.map(Self.idleCalls.matches) ?? false)
    isMessageCall.append(!isOwn && name.map(Self.messageCalls.matches) ?? false)
    isEventWait.append(!isOwn && name.map(Self.eventWaits.matches) ?? false)
    // The upper half of the address space is the kernel's.
    let isHigh = frame.address.map { $0.value >> 63 == 1 } ?? false
    isKernel.append(isHigh || frame.image.map(Self.kernelImages.matches) ?? false)
    return names.count - 1
  }
}

/// In how many samples each call worked.
private struct ProfileSamples {
  /// The number of samples of each node in which the thread did not wait.
  private(set) var busy: [Int]
  /// Whether a node or one of its callers is a function of the app.
  private(set) var hasApp: [Bool]

  init(_ tree: CallTree, _ functions: ProfileFunctions) {
    let own = tree.ownCounts()
    busy = [Int](repeating: 0, count: tree.nodes.count)
    hasApp = [Bool](repeating: false, count: tree.nodes.count)
    // The node itself, or its innermost caller outside the kernel; and that one's innermost caller that receives no message.
    var users = [Int](repeating: -1, count: tree.nodes.count)
    var receivers = [Int](repeating: -1, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() where !node.isRoot {
      let parent = Int(node.parent)
      let id = functions.ids[Int(node.frame)]
      hasApp[index] = hasApp[parent] || functions.isApp[id]
      users[index] = functions.isKernel[id] ? users[parent] : index
      receivers[index] = functions.isMessageCall[id] || functions.isKernel[id] ? receivers[parent] : index
      guard own[index] > 0, users[index] >= 0 else {
        busy[index] = own[index]
        continue
      }
      let user = functions.ids[Int(tree.nodes[users[index]].frame)]
      let receiver = receivers[index] < 0 ? nil : functions.ids[Int(tree.nodes[receivers[index]].frame)]
      let waits =
        functions.isIdleCall[user]
        || functions.isMessageCall[user] && (receiver.map { functions.isEventWait[$0] } ?? true || !hasApp[index])
      busy[index] = waits ? 0 : own[index]
    }
    for index in tree.nodes.indices where tree.nodes[index].isRoot { busy[index] = own[index] }
    for index in tree.nodes.indices.reversed() where !tree.nodes[index].isRoot {
      busy[Int(tree.nodes[index].parent)] += busy[index]
    }
  }

  /// Returns the root of the thread with the most samples of work in the app; of equal ones, the one with the most work,
  /// then the preferred one, then the first. `nil` if no thread has samples.
  func busiest(_ tree: CallTree, preferred: Int?) -> Int? {
    var app = [Int](repeating: 0, count: tree.nodes.count)
    let roots = tree.roots()
    for (index, node) in tree.nodes.enumerated() where !node.isRoot {
      // Of the calls on one stack, the outermost one of the app counts.
      if hasApp[index], !hasApp[Int(node.parent)] { app[roots[index]] += busy[index] }
    }
    var best: (rank: (Int, Int, Int), root: Int)?
    for (index, node) in tree.nodes.enumerated() where node.isRoot && node.count > 0 {
      let rank = (app[index], busy[index], Int(node.frame) == preferred ? 1 : 0)
      if best == nil || rank > best?.rank ?? (0, 0, 0) { best = (rank, index) }
    }
    return best?.root
  }
}

/// The search for the function of the app that dominates the samples of a thread.
private struct ProfileSearch {
  struct Found {
    var function: Int
    var callee: Int?
    var count: Int
  }

  private let tree: CallTree
  private let functions: ProfileFunctions
  private let samples: ProfileSamples
  private let root: Int
  /// The callees of each node: those of node `n` are `children[offsets[n]..<offsets[n + 1]]`.
  private var children: [Int] = []
  private var offsets: [Int] = []
  /// The number of samples that have a function, by identity; a recursion counts once.
  private var counts: [Int]
  /// The minimum number of calls to a function from the root, by identity.
  private var depths: [Int]

  init(_ tree: CallTree, _ functions: ProfileFunctions, _ samples: ProfileSamples, root: Int) {
    self.tree = tree
    self.functions = functions
    self.samples = samples
    self.root = root
    counts = [Int](repeating: 0, count: functions.names.count)
    depths = [Int](repeating: .max, count: functions.names.count)
    var sizes = [Int](repeating: 0, count: tree.nodes.count + 1)
    for node in tree.nodes where !node.isRoot { sizes[Int(node.parent) + 1] += 1 }
    for index in sizes.indices.dropFirst() { sizes[index] += sizes[index - 1] }
    offsets = sizes
    children = [Int](repeating: 0, count: sizes[tree.nodes.count])
    for (index, node) in tree.nodes.enumerated() where !node.isRoot {
      children[sizes[Int(node.parent)]] = index
      sizes[Int(node.parent)] += 1
    }
    count()
  }

  private func id(_ node: Int) -> Int { functions.ids[Int(tree.nodes[node].frame)] }

  /// Walks all stacks of the thread, and counts each function once for each of them.
  private mutating func count() {
    var active = [Int](repeating: 0, count: counts.count)
    var open: [(node: Int, next: Int)] = [(root, offsets[root])]
    while let top = open.last {
      guard top.next < offsets[top.node + 1] else {
        open.removeLast()
        if top.node != root { active[id(top.node)] -= 1 }
        continue
      }
      open[open.count - 1].next += 1
      let node = children[top.next]
      let function = id(node)
      if active[function] == 0 { counts[function] += samples.busy[node] }
      active[function] += 1
      depths[function] = min(depths[function], open.count)
      open.append((node, offsets[node]))
    }
  }

  /// The innermost function of the app that has at least half of the samples, and four fifths of those of the app's most
  /// frequent function. `nil` if there is none.
  var dominating: Found? {
    let busy = samples.busy[root]
    var candidates = counts.indices.filter {
      functions.isApp[$0] && functions.names[$0] != nil && counts[$0] > 0 && counts[$0] >= busy - counts[$0]
    }
    let most = candidates.map { counts[$0] }.max() ?? 0
    candidates.removeAll { counts[$0] < most - most / 5 }
    let best = candidates.max { (depths[$0], counts[$0], -$0) < (depths[$1], counts[$1], -$1) }
    return best.map { Found(function: $0, callee: callee(of: $0), count: counts[$0]) }
  }

  /// Returns the function that another one calls in at least half of its samples, unless it is the app's.
  private func callee(of function: Int) -> Int? {
    var calls: [Int: Int] = [:]
    let roots = tree.roots()
    for (index, node) in tree.nodes.enumerated() where !node.isRoot && roots[index] == root && id(index) != function {
      let parent = Int(node.parent)
      if !tree.nodes[parent].isRoot, id(parent) == function { calls[id(index), default: 0] += samples.busy[index] }
    }
    let most = calls.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    guard let most, most.value > 0, most.value >= counts[function] - most.value,
      !functions.isApp[most.key], functions.names[most.key] != nil
    else { return nil }
    return most.key
  }
}
