import CrashReports
import Vocabulary

/// An object of a document: the list of its members, in the order in which they are written.
///
/// The one list is gone through to write (`MemberWriter`) and to read (`MemberReader`), so that what is written is read.
/// It is a function and not an array of values because both are specialized for each object: a member through a stored
/// closure takes ten times as long as a direct access, through a key path twenty times.
protocol DocumentObject {
  /// What reading begins with: the value of members that are missing.
  static var blank: Self { get }
  /// How many members are `required`.
  static var requiredMembers: Int { get }
  /// Goes through the members.
  static func visit(_ object: inout Self, _ members: inout some MemberVisitor)
  /// Called when the last member was read.
  mutating func finishReading()
}

extension DocumentObject {
  static var requiredMembers: Int { 0 }
  mutating func finishReading() {}
}

/// What a document is for.
enum DocumentForm {
  /// For people and programs.
  case ordinary
  /// With everything that patterns ask for.
  case complete
  /// A report out of a history.
  case export
  /// `StoredEvidence`: only what there is, in an order of its own, and frames by their numbers.
  case evidence
}

/// When a member is written.
enum MemberPresence {
  /// Always; null where there is no value. In evidence as `known`.
  case always
  /// If there is a value that can be written.
  case known
  /// As `known`, in complete documents only.
  case complete
  /// Always; an object that is missing is written as its blank.
  case blank
  case never

  /// `known` if it holds, else `never`.
  static func when(_ condition: Bool) -> MemberPresence { condition ? .known : .never }
}

/// Goes through the members of objects, to write them or to read them.
///
/// Reading, a member that is null or of another type than its form leaves its value as it is, or sets it to `fallback`.
protocol MemberVisitor {
  /// The form of the document that is written; `complete` when one is read.
  var form: DocumentForm { get }

  mutating func member<Form: ValueForm>(
    _ name: String, _ value: inout Form.Value?, _ form: Form, _ presence: MemberPresence)

  mutating func member<Form: ValueForm>(
    _ name: String, _ value: inout Form.Value, _ form: Form, else fallback: Form.Value, _ presence: MemberPresence)

  /// A member without which its object is not read.
  mutating func required<Form: ValueForm>(_ name: String, _ value: inout Form.Value, _ form: Form)

  /// An object; members that were read already stay.
  mutating func object<Object: DocumentObject>(
    _ name: String, _ object: inout Object?, inline: Bool, _ presence: MemberPresence)

  /// An object of the document whose members are those of the present one in the model.
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
  /// What the writer had lost before the present report.
  private var cutBefore = 0
  private var replacedBefore = 0
  /// Numbers of frames, in evidence.
  var frameNumbers: [FrameKey: Int] = [:]

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
    replacedBefore = json.replacedCharacters
    write(report)
  }

  /// What the writer had to change in the present report up to now.
  var losses: [Note] {
    var notes: [Note] = []
    let cut = json.cutTexts - cutBefore
    if cut > 0 { notes.append(Note("text-cut", "Texts of this report cut after 64 KiB in this document: \(cut).")) }
    let replaced = json.replacedCharacters - replacedBefore
    if replaced > 0 {
      notes.append(Note("noncharacter", "Noncharacters replaced by U+FFFD in this document: \(replaced)."))
    }
    return notes
  }

  /// Whether a member is written, and if so without a value as null.
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

  mutating func group(_ name: String, _ presence: MemberPresence, _ visit: (inout Self) -> Void) {
    guard writes(presence, hasValue: true) else { return }
    json.name(name)
    json.begin("{")
    visit(&self)
    json.end("}")
  }
}

/// Reads members. Those that are not known are passed over.
struct MemberReader: MemberVisitor {
  var json: JSONReader
  /// Frames that stacks name by number, in evidence.
  var frames: [CrashReport.Frame] = []
  /// Name of the member that is next, until it is found in the list of its object.
  private var name = ""
  private var isFound = true
  private var requiredMembers = 0

  var form: DocumentForm { .complete }

  init(_ json: JSONReader) { self.json = json }

  /// Reads the object that is next into `object`. `false`, and the value consumed, if something else is next or a
  /// required member is missing.
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

  /// True, once, for the member that is next.
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

  mutating func group(_ name: String, _ presence: MemberPresence, _ visit: (inout Self) -> Void) {
    guard finds(name) else { return }
    _ = readMembers(visit)
  }
}
