import CrashReports

extension Pattern {
  /// A user defined runtime attribute that Interface Builder could not set and skipped.
  static let ibRuntimeAttributeIgnored: Pattern = Pattern(
    "ib-runtime-attribute-ignored",
    title: "Interface Builder ignored user defined runtime attributes",
    family: .designables, severity: .warning,
    symptom: """
      The build log warns, often dozens of times, "Ignoring user defined runtime attribute for key path …". The view \
      is drawn without these values.
      """,
    grades: [Grade(.certain, cause: .likely, ignored)],
    headline: """
      {count|Some} user defined runtime {issingle?attribute|attributes} ignored{keys?: {keys}} on {object|a view}\
      {others? and others}
      """,
    cause: """
      The document sets {keys|an attribute} on an instance of {object|a view}{others? and others}, and the object \
      has no such property. If the instance is a plain UIView (or UIButton, UILabel, …), Interface Builder did not \
      load the custom class: its module did not build, or the class or module is not set. If the class is right, the \
      property was removed, or is not visible to Objective-C (in Swift, mark it @IBInspectable or @objc).
      """,
    remedy: [
      """
      Check Custom Class and Module of {object|the view}{others? and others} in the Identity inspector, and build the \
      target for a simulator.
      """,
      "First fix the IB Designables errors of the same document: these warnings are often only their consequence.",
      "Delete attributes whose property no longer exists: Identity inspector, User Defined Runtime Attributes.",
    ],
    changes: [
      Change(
        "xml", before: #"<userDefinedRuntimeAttribute type="boolean" keyPath="{key|radius}" value="YES"/>"#,
        after: #"<!-- removed: {object|the class}{others? and others} has no property {key|radius} -->"#),
      Change("objective-c", after: "@property (nonatomic) IBInspectable CGFloat {key|radius};"),
      Change("swift", after: "@IBInspectable var {key|radius}: CGFloat = 0 { didSet { render() } }"),
    ],
    gaps: [
      Gap(
        unless: .text(["key path"]),
        "The end of the message: it names the key path and the class of the instance.")
    ],
    lookalikes: [
      LookAlike(
        "nib-kvc-undefined-key",
        because: "Interface Builder continued; in the app the same attribute raises an exception.")
    ],
    knownGaps: ["The warning does not show which of these causes applies; the build log of the target can."],
    references: [.designableViews, Reference("Key-Value Coding Programming Guide (Apple)")],
    generality: 3,
    searchTerms: """
      user defined runtime attributes
      ignoring user defined runtime attribute
      runtime attribute
      runtime attributes
      """,
    examples: [
      .matches(
        "two attributes of one view whose class was not loaded",
        """
        →/Users/user/Cards/Main.storyboard: warning: IB Designables: Ignoring user defined runtime attribute for key path "cornerRadius" on instance of "UIView". Hit an exception when attempting to set its value: [<UIView 0x7fd1c2e0a310> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key cornerRadius.
        →/Users/user/Cards/Main.storyboard: warning: IB Designables: Ignoring user defined runtime attribute for key path "shadowDepth" on instance of "UIView". Hit an exception when attempting to set its value: [<UIView 0x7fd1c2e0a310> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key shadowDepth.
        """),
      .matches(
        "only the beginning of the warning",
        """
        →warning: IB Designables: Ignoring user defined runtime attribute for key
        """),
      .doesNotMatch(
        "the same exception in the running app",
        """
        *** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<UIView 0x7fd1c2e0a310> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key cornerRadius.'
        """),
    ])

  /// The maximum number of cited lines; the count covers all lines.
  private static let maxCitations = 12

  private static let ignored = Evidence.custom(
    CustomEvidence(
      "warnings \"Ignoring user defined runtime attribute …\" of Interface Builder, counted together",
      reason: "The keys of several lines are counted.",
      needs: .texts([ignoring]).union(EvidenceNeeds(facts: [EvidenceNeeds.fact(.previewMessage)])),
      explanations: [attributeStatement], check: ignoredAttributes))
  private static let ignoring: TextTemplate = "Ignoring user defined runtime attribute"
  private static let attributeStatement = "Interface Builder could not set {key?the key {key}|an attribute}."

  private static func ignoredAttributes(_ context: AnalysisContext) -> EvidenceMatch? {
    let start: TextTemplate = "user defined runtime attribute"
    let full: TextTemplate = "key path \"{key}\" on instance of \"{object}\""
    var keys: [String] = []
    var objects: [String] = []
    var witnesses: [Witness] = []
    func add(_ text: MatchableText, line: Int?, member: String) {
      let parts = full.match(text) ?? [:]
      if let key = parts["key"], !keys.contains(key), keys.count < 200 { keys.append(key) }
      if let object = parts["object"], !objects.contains(object), objects.count < 50 { objects.append(object) }
      guard witnesses.count < maxCitations else { return }
      witnesses.append(context.witness(line: line, member: member, statement: attributeStatement, captures: parts))
    }
    for message in context.report.previewMessages {
      let text = MatchableText(message.cause)
      let quoted = MatchableText(context.quotations.line(message.line) ?? message.cause)
      guard message.action == .ignoreRuntimeAttribute || start.match(text) != nil else { continue }
      add(full.match(text) != nil ? text : quoted, line: message.line, member: message.cause)
    }
    for line in context.report.consoleLines {
      let text = MatchableText(line.text)
      if ignoring.match(text) != nil { add(text, line: line.line, member: line.text) }
    }
    guard !witnesses.isEmpty else { return nil }
    var parts: [String: String] = [:]
    let count = max(keys.count, 1)
    parts["count"] = "\(count)"
    if count == 1 { parts["issingle"] = "true" }
    if let first = keys.first {
      parts["key"] = first
      parts["keys"] = keys.prefix(4).joined(separator: ", ") + (keys.count > 4 ? ", …" : "")
    }
    parts["object"] = objects.first
    if objects.count > 1 { parts["others"] = "\(objects.count - 1)" }
    return EvidenceMatch(witnesses: witnesses, captures: parts)
  }
}
