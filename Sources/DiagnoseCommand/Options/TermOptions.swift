import ArgumentParser
import History
import Vocabulary
import Workflow

/// Options that filter reports by their properties: one for each dimension of the catalog.
struct TermOptions: ParsableArguments {
  /// The heading of these options.
  static let title = "Report filters (repeatable; '!value' excludes)"

  @Option(help: termHelp(.app), completion: ValueCompletion.values(of: .app)) var app: [String] = []
  @Option(help: termHelp(.build), completion: ValueCompletion.values(of: .build)) var build: [String] = []
  @Option(help: termHelp(.appVersion), completion: ValueCompletion.values(of: .appVersion))
  var appVersion: [String] = []
  @Option(help: termHelp(.os), completion: ValueCompletion.values(of: .os)) var os: [String] = []
  @Option(help: termHelp(.device), completion: ValueCompletion.values(of: .device)) var device: [String] = []
  @Option(help: termHelp(.queue), completion: ValueCompletion.values(of: .queue)) var queue: [String] = []
  @Option(help: termHelp(.pattern), completion: ValueCompletion.values(of: .pattern)) var pattern: [String] = []
  @Option(help: termHelp(.view), completion: ValueCompletion.values(of: .view)) var view: [String] = []
  @Option(help: termHelp(.document), completion: ValueCompletion.values(of: .document)) var document: [String] = []
  @Option(help: termHelp(.label)) var label: [String] = []

  private var values: [(dimension: FilterDimension, values: [String])] {
    [
      (.app, app), (.build, build), (.appVersion, appVersion), (.os, os), (.device, device), (.queue, queue),
      (.pattern, pattern), (.view, view), (.document, document), (.label, label),
    ]
  }

  /// The names of the options that are used.
  var used: [String] { values.filter { !$0.values.isEmpty }.map { "--" + $0.dimension.id } }

  private var all: [FilterTerm] {
    values.flatMap { dimension, values in values.map { FilterTerm(dimension, argument: $0) } }
  }

  func validate() throws {
    for term in all where !term.isValid {
      let option = "--\(term.dimension.id)"
      throw ValidationError(
        term.value.isEmpty
          ? "\(option) is empty. Name a value: \(option) \(term.dimension.placeholder)."
          : "\(option): '\(Terminal.escaped(term.value))' has no key. Use \(term.dimension.placeholder).")
    }
    let excluded = Set(all.filter(\.isNegated).map { $0.dimension.id + " " + $0.value.lowercased() })
    for term in all where !term.isNegated && excluded.contains(term.dimension.id + " " + term.value.lowercased()) {
      let value = Terminal.escaped(term.value)
      throw ValidationError(
        "--\(term.dimension.id): '\(value)' and '!\(value)' exclude each other. Remove one of them.")
    }
  }

  /// Returns what the options select. A value that no report has is a fault.
  ///
  /// - Parameter isGate: Whether the absence of failures is the success of a build. Filters that nothing matches are then a
  ///   fault, too.
  func terms(knownIn store: HistoryStore, isGate: Bool = false) throws -> [FilterTerm] {
    if let unknown = try store.unknownTerm(all) { throw CommandFault(unknown) }
    if isGate, try !store.hasExposure(all) {
      throw CommandFault(.wrongUse, "no report matches all filters, so that --fail-on has nothing to check")
    }
    return all
  }
}

/// Returns the help of the option of a dimension.
private func termHelp(_ dimension: FilterDimension) -> ArgumentHelp {
  ArgumentHelp(dimension.meaning, valueName: dimension.placeholder)
}
