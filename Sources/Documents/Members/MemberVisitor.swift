import CrashReports
import Vocabulary

/// An object of a document: the list of its members, in the order of the output.
///
/// `MemberWriter` and `MemberReader` use the same list, so that everything written is read. The list is a function and
/// not an array, because a function can be specialized for each object: a member through a stored closure takes ten
/// times as long as direct access, and through a key path twenty times.
protocol DocumentObject {
  /// The initial value for reading, with the values of missing members.
  static var blank: Self { get }
  /// The number of `required` members.
  static var requiredMembers: Int { get }
  /// Visits the members.
  static func visit(_ object: inout Self, _ members: inout some MemberVisitor)
  /// Called after the last member was read.
  mutating func finishReading()
}

extension DocumentObject {
  static var requiredMembers: Int { 0 }
  mutating func finishReading() {}
}

/// The purpose of a document.
enum DocumentForm {
  /// For users and programs.
  case ordinary
  /// With everything that patterns read.
  case complete
  /// A report from a history.
  case export
  /// `StoredEvidence`: only members with values, in a different order, and frames by index.
  case evidence
}

/// The condition under which a member is written.
enum MemberPresence {
  /// Always; null without a value. In evidence the same as `known`.
  case always
  /// If there is a value that can be written.
  case known
  /// The same as `known`, but only in complete documents.
  case complete
  /// Always; a missing object is written as its blank.
  case blank
  case never

  /// Returns `known` if the condition is true, else `never`.
  static func when(_ condition: Bool) -> MemberPresence { condition ? .known : .never }
}

/// Visits the members of objects to write or read them.
///
/// When reading, a member that is null or has another type keeps its value, or is set to `fallback`.
protocol MemberVisitor {
  /// The form of the document that is written; `complete` when reading.
  var form: DocumentForm { get }

  mutating func member<Form: ValueForm>(
    _ name: String, _ value: inout Form.Value?, _ form: Form, _ presence: MemberPresence)

  mutating func member<Form: ValueForm>(
    _ name: String, _ value: inout Form.Value, _ form: Form, else fallback: Form.Value, _ presence: MemberPresence)

  /// A member without which the object is not read.
  mutating func required<Form: ValueForm>(_ name: String, _ value: inout Form.Value, _ form: Form)

  /// An object; members that were read already are preserved.
  mutating func object<Object: DocumentObject>(
    _ name: String, _ object: inout Object?, inline: Bool, _ presence: MemberPresence)

  /// The path in the checkout of a source file that a report names. It is written only if it was resolved, and not read,
  /// because another machine has another checkout.
  mutating func resolvedPath(_ name: String, of file: String)

  /// An object of the document whose members belong to the current object in the model.
  mutating func group(_ name: String, _ presence: MemberPresence, _ visit: (inout Self) -> Void)
}

extension MemberVisitor {
  mutating func member<Form: ValueForm>(_ name: String, _ value: inout Form.Value?, _ form: Form) {
    member(name, &value, form, .always)
  }

  mutating func member<Form: ValueForm>(
    _ name: String, _ value: inout Form.Value, _ form: Form, else fallback: Form.Value
  ) {
    member(name, &value, form, else: fallback, .always)
  }

  mutating func object<Object: DocumentObject>(
    _ name: String, _ object: inout Object?, inline: Bool = false, presence: MemberPresence = .always
  ) {
    self.object(name, &object, inline: inline, presence)
  }

  mutating func group(_ name: String, _ visit: (inout Self) -> Void) { group(name, .always, visit) }
}

/// Writes members.
struct MemberWriter: MemberVisitor {
  var json: JSONWriter
  let form: DocumentForm
  /// The number of changes before the current report.
  private var cutBefore = 0
  /// The checkout with which source files are resolved.
  var sources: SourceTree?

  init(_ layout: JSONWriter.Layout, _ form: DocumentForm) {
    json = JSONWriter(layout: layout)
    self.form = form
  }

  /// Writes the object as a value.
  mutating func write<Object: DocumentObject>(_ object: Object, inline: Bool = false) {
    var object = object
    json.begin("{", inline: inline)
    Object.visit(&object, &self)
    json.end("}")
  }

  /// Writes a report as a value.
  mutating func write(report: DocumentReport) {
    cutBefore = json.cutTexts
    write(report)
  }

  /// The changes that the writer made in the current report so far.
  var losses: [Note] {
    var notes: [Note] = []
    let cut = json.cutTexts - cutBefore
    if cut > 0 { notes.append(Note("text-cut", "Texts of this report cut after 64 KiB in this document: \(cut).")) }
    return notes
  }

  /// Returns whether a member is written; without a value, it is written as null.
  private func writes(_ presence: MemberPresence, hasValue: Bool) -> Bool {
    switch presence {
    case .always, .blank: hasValue || form != .evidence
    case .known: hasValue
    case .complete: hasValue && form == .complete
    case .never: false
    }
  }

  mutating func member<Form: ValueForm>(
    _ name: String, _ value: inout Form.Value?, _ form: Form, _ presence: MemberPresence
  ) {
    if let value {
      writeMember(name, value, form, presence)
    } else if writes(presence, hasValue: false) {
      json.name(name)
      json.null()
    }
  }

  mutating func member<Form: ValueForm>(
    _ name: String, _ value: inout Form.Value, _ form: Form, else fallback: Form.Value, _ presence: MemberPresence
  ) {
    writeMember(name, value, form, presence)
  }

  mutating func required<Form: ValueForm>(_ name: String, _ value: inout Form.Value, _ form: Form) {
    writeMember(name, value, form, .always)
  }

  private mutating func writeMember<Form: ValueForm>(
    _ name: String, _ value: Form.Value, _ form: Form, _ presence: MemberPresence
  ) {
    let hasValue = form.canWrite(value)
    guard writes(presence, hasValue: hasValue) else { return }
    json.name(name)
    if hasValue { form.write(value, to: &self) } else { json.null() }
  }

  mutating func object<Object: DocumentObject>(
    _ name: String, _ object: inout Object?, inline: Bool, _ presence: MemberPresence
  ) {
    guard writes(presence, hasValue: object != nil) else { return }
    json.name(name)
    if let object {
      write(object, inline: inline)
    } else if case .blank = presence {
      write(Object.blank, inline: inline)
    } else {
      json.null()
    }
  }

  mutating func resolvedPath(_ name: String, of file: String) {
    if let path = sources?.path(of: file) { json.member(name, path) }
  }

  mutating func group(_ name: String, _ presence: MemberPresence, _ visit: (inout Self) -> Void) {
    guard writes(presence, hasValue: true) else { return }
    json.name(name)
    json.begin("{")
    visit(&self)
    json.end("}")
  }
}

/// Reads members. Unknown members are ignored.
struct MemberReader: MemberVisitor {
  var json: JSONReader
  /// The frames to which stacks refer by index, in evidence.
  var frames: [CrashReport.Frame] = []
  /// The name of the next member, until it is found in the list of its object.
  private var name = ""
  private var isFound = true
  private var requiredMembers = 0

  var form: DocumentForm { .complete }

  init(_ json: JSONReader) { self.json = json }

  /// Reads the next object into `object`. Returns `false` and consumes the value if it is something else or lacks a
  /// required member.
  mutating func read<Object: DocumentObject>(_ object: inout Object) -> Bool {
    let outer = requiredMembers
    requiredMembers = 0
    let isThere = readMembers { Object.visit(&object, &$0) }
    let isUsable = isThere && requiredMembers >= Object.requiredMembers
    requiredMembers = outer
    if isThere { object.finishReading() }
    return isUsable
  }

  private mutating func readMembers(_ visit: (inout Self) -> Void) -> Bool {
    guard json.enterObject() else { return false }
    while let next = json.nextMember() {
      name = next
      isFound = false
      visit(&self)
      if !isFound { json.skip() }
    }
    isFound = true
    return true
  }

  /// Returns true, once, for the next member.
  private mutating func finds(_ name: String) -> Bool {
    guard !isFound, self.name == name else { return false }
    isFound = true
    return true
  }

  mutating func member<Form: ValueForm>(
    _ name: String, _ value: inout Form.Value?, _ form: Form, _ presence: MemberPresence
  ) {
    guard finds(name), let new = form.read(from: &self) else { return }
    value = new
  }

  mutating func member<Form: ValueForm>(
    _ name: String, _ value: inout Form.Value, _ form: Form, else fallback: Form.Value, _ presence: MemberPresence
  ) {
    guard finds(name) else { return }
    value = form.read(from: &self) ?? fallback
  }

  mutating func required<Form: ValueForm>(_ name: String, _ value: inout Form.Value, _ form: Form) {
    guard finds(name), let new = form.read(from: &self) else { return }
    value = new
    requiredMembers += 1
  }

  mutating func object<Object: DocumentObject>(
    _ name: String, _ object: inout Object?, inline: Bool, _ presence: MemberPresence
  ) {
    guard finds(name) else { return }
    var new = object ?? Object.blank
    if read(&new) { object = new }
  }

  mutating func resolvedPath(_ name: String, of file: String) {}

  mutating func group(_ name: String, _ presence: MemberPresence, _ visit: (inout Self) -> Void) {
    guard finds(name) else { return }
    _ = readMembers(visit)
  }
}
