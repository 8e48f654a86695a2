import Diagnosis
import SourceText

/// A call in the user's sources that requires something of the project.
struct RequiringCall: Sendable {
  var entry: RaisingAPI
  var file: Int
  var line: Int
  /// The function that contains the call, or the file's name.
  var function: String
  /// The string that is the call's first argument, if it is a literal.
  var argument: String?
}

extension ProjectIndex {
  /// The calls in the user's own sources that `accepts` accepts, the first of each entry in each file.
  func requiringCalls(_ accepts: (RaisingAPI) -> Bool) -> [RequiringCall] {
    let entries = RaisingAPI.checkedCalls.filter(accepts)
    let calls = SourceCallSet(entries.enumerated().flatMap { number, entry in entry.sourceCalls.map { ($0, number) } })
    // A type of the project with the name of one of the system is another one.
    let ownTypes = Set(
      sources.values.flatMap { $0.types.filter { $0.kind != .extensionOrCategory }.map(\.name) })
    var found: [RequiringCall] = []
    for file in sources.keys.sorted() where !isTest(file) && !isVendor(file) {
      guard let tokens = sources[file]?.tokens else { continue }
      var seen: Set<Int> = []
      calls.forEachMatch(in: tokens) { number, position, length in
        // Each literal argument counts on its own.
        let argument = tokens.isString(position + length) ? tokens.text(position + length) : nil
        guard !tokens[position..<(position + length)].contains(where: { ownTypes.contains($0.text) }) else { return }
        guard argument != nil || seen.insert(number).inserted, found.count < Self.maxCallCount else { return }
        // Code that reads the key may make the call depend on it.
        let keys = entries[number].needs.flatMap(\.names) + ["UIBackgroundModes"]
        guard !tokens.contains(where: { $0.kind == .string && keys.contains($0.text) && $0.text != argument }) else {
          return
        }
        found.append(
          RequiringCall(
            entry: entries[number], file: file, line: tokens.line(position),
            function: functionName(file, position) ?? files[file].name, argument: argument))
      }
    }
    return found
  }

  /// The maximum number of calls that are examined.
  private static var maxCallCount: Int { 400 }

  private func functionName(_ file: Int, _ position: Int) -> String? {
    for function in sources[file]?.functions ?? [] where function.body.indices.contains(position) {
      return function.name
    }
    for type in sources[file]?.types ?? [] {
      for method in type.methods where method.body.indices.contains(position) {
        return method.isSwift
          ? "\(type.name).\(method.name)" : "\(method.isTypeMethod ? "+" : "-")[\(type.name) \(method.name)]"
      }
    }
    return nil
  }

  /// The apps that contain a source file: those that compile it, or all apps if only other targets do.
  func apps(containing file: Int) -> [ProjectProduct] {
    let apps = products.filter { !$0.isExtension }
    let own = products.filter { product in
      guard let target = product.target else { return false }
      return projects[target.project].targets[target.target].compiles(files[file].path)
    }
    if own.isEmpty { return apps }
    return own.filter { !$0.isExtension }
  }

  /// The location of a call that requires a usage description.
  func protectedCall(_ key: String) -> ProjectLocation? {
    requiringCalls { $0.isPrivacyViolation && $0.needs.contains { $0.names.contains(key) } }.first.map {
      location($0.file, $0.line, "This call requires \(key).")
    }
  }

  /// The requirements of calls that no configuration of the apps meets.
  func missingRequirements(_ accepts: (RaisingAPI) -> Bool) -> [ProjectCheck.Hit] {
    let lookup = NeedLookup(self)
    var hits: [ProjectCheck.Hit] = []
    var seen: Set<String> = []
    for call in requiringCalls(accepts) {
      let apps = apps(containing: call.file)
      guard !apps.isEmpty, !apps.contains(where: \.isMac) else { continue }
      for reason in call.entry.reasons {
        for need in reason.needs where need.proves && need.kind != .call && need.kind != .noCall {
          guard
            case .missing(let place, let what, let insertion) = lookup.status(need, in: apps, argument: call.argument),
            seen.insert("\(what) \(place.path) \(place.line)").inserted
          else { continue }
          let name = need.kind == .backgroundMode ? "the background mode \(need.names[0])" : need.names[0]
          hits.append(
            ProjectCheck.Hit(
              headline: "\(what) \(place.path), but \(call.function) requires it",
              locations: [location(call.file, call.line, "This call requires \(name)."), place],
              remedy: reason.fix, diff: insertion.flatMap { diff($0, for: need) },
              subjects: Set(need.names + [call.function]), key: need.names[0]))
        }
      }
    }
    return hits
  }
}

extension ProjectCheck {
  /// Code calls an API that raises an exception without something that the project lacks.
  static let apiPrecondition = ProjectCheck(
    "api-precondition",
    title: "Code calls an API that raises an exception, and the project lacks what it requires",
    explanation: """
      Some methods raise an exception if a key in Info.plist, an entitlement, a background mode, a URL scheme or a file is \
      missing. Reported if the sources contain such a call and each configuration of each app that compiles it lacks what \
      is required: in its Info.plist, in the settings INFOPLIST_KEY_…, in its entitlements or in its resources.
      """,
    examples: [
      .fault(
        "location updates in the background, without the background mode",
        requirementExample(
          "manager.allowsBackgroundLocationUpdates = true", in: "Info.plist",
          "<key>UIBackgroundModes</key><array><string>fetch</string></array>")),
      .noFault(
        "the background mode",
        requirementExample(
          "manager.allowsBackgroundLocationUpdates = true", in: "Info.plist",
          "<key>UIBackgroundModes</key><array><string>location</string></array>", isFault: false)),
    ]
  ) { index in
    index.missingRequirements { !$0.isPrivacyViolation && !$0.mechanisms.isEmpty }
  }

  /// Code calls an API that fails without a capability that the project lacks.
  static let capabilityMissing = ProjectCheck(
    "capability-missing", pattern: "api-precondition",
    title: "Code calls an API that fails without a capability, and the target lacks it",
    explanation: """
      Push notifications, Sign in with Apple, HealthKit, App Groups, iCloud, NFC, HomeKit, background tasks and others \
      fail without an entitlement, a background mode or a key in Info.plist. The call returns an error or nil; it does not \
      raise an exception. Reported if each configuration of each app that compiles the call lacks it.
      """,
    examples: [
      .fault(
        "a background task that Info.plist does not permit",
        requirementExample(
          "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"com.company.cards.sync\", using: nil) { _ in }",
          in: "Info.plist",
          "<key>BGTaskSchedulerPermittedIdentifiers</key><array><string>com.company.cards.refresh</string></array>")),
      .noFault(
        "a background task that Info.plist permits",
        requirementExample(
          "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"com.company.cards.sync\", using: nil) { _ in }",
          in: "Info.plist",
          "<key>BGTaskSchedulerPermittedIdentifiers</key><array><string>com.company.cards.sync</string></array>",
          isFault: false)),
    ]
  ) { index in
    index.missingRequirements { $0.mechanisms.isEmpty }
  }

  /// Returns the files of an example: one call, and the Info.plist of an app with one key.
  private static func requirementExample(_ call: String, in path: String, _ key: String, isFault: Bool = true)
    -> [(path: String, text: String)]
  {
    [
      (
        "Cards.swift",
        """
        class Cards {
          func start() {
        \(isFault ? "→" : "")    \(call)
          }
        }
        """
      ),
      (
        path,
        """
        <plist version="1.0">
        <dict>
          <key>CFBundlePackageType</key><string>APPL</string>
        \(isFault ? "→" : "")  \(key)
        </dict>
        </plist>
        """
      ),
    ]
  }
}
