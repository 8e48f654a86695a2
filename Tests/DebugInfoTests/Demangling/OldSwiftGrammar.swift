/// Generates random names of the old mangling from the productions of the grammar, reproducibly for a seed.
///
/// Names are well-formed and contain valid references; a few percent are then damaged.
struct OldSwiftGrammar {
  enum Part { case module, nominal, protocolType, associated, member }

  private var state: UInt64
  var parts: [Part] = []
  var text = ""
  var room = 0

  init(seed: UInt64) { state = seed | 1 }

  /// xorshift64*.
  mutating func random(_ bound: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % max(1, bound)
  }

  mutating func one(in count: Int) -> Bool { random(count) == 0 }
  mutating func pick(_ choices: [String]) -> String { choices[random(choices.count)] }
  mutating func put(_ choices: String...) { text += pick(choices) }

  mutating func repeated(upTo most: Int, _ write: (inout Self) -> Void) {
    for _ in 0..<random(most + 1) { write(&self) }
  }

  /// The next name.
  mutating func name() -> String {
    text = "_T"
    parts = []
    room = 4 + random(24)
    if one(in: 7) {
      repeat {
        text += "TS"
        specialization()
        parts = []
        text += "_T"
      } while one(in: 6)
    } else if one(in: 6) {
      put("To", "TO", "TD", "Td", "TV")
    }
    global()
    if one(in: 12) { put(".cold.1", "_merged", ".resume.0", "_\"\\\t", "5", ".llvm.17283") }
    if one(in: 25) { damage() }
    return text
  }

  mutating func damage() {
    var scalars = Array(text.unicodeScalars)
    let at = 2 + random(scalars.count - 2)
    switch random(3) {
    case 0: scalars.remove(at: at)
    case 1: scalars.insert(scalars[2 + random(max(1, scalars.count - 2))], at: at)
    default: scalars = Array(scalars[..<at])
    }
    text = ""
    text.unicodeScalars.append(contentsOf: scalars)
  }

  // MARK: Complete names

  mutating func global() {
    switch random(22) {
    case 0:
      put("M", "MP", "Ma", "ML", "Mm", "Mn", "Mf")
      nominalType()
    case 1:
      text += "Mp"
      protocolName()
    case 2:
      put("PA", "PAo")
      if !one(in: 5) {
        text += "__T"
        global()
      }
    case 3:
      text += "t"
      type()
    case 4:
      text += "w"
      put(
        "al", "ca", "ta", "de", "xx", "XX", "Xx", "CP", "Cp", "cp", "Cc", "TK", "Tk", "tk", "Tt", "tT", "pr", "xs",
        "xg", "ug", "up", "ui", "et", "st")
      type()
    case 5:
      put("WP", "WG", "WI", "Wa")
      conformance()
    case 6:
      put("Wl", "WL")
      type()
      conformance()
    case 7:
      text += "Wt"
      conformance()
      declarationName()
    case 8:
      text += "WT"
      conformance()
      declarationName()
      protocolName()
    case 9:
      put("Wvd", "Wvi")
      entity()
    case 10:
      text += "WV"
      type()
    case 11, 12:
      put("TR", "Tr")
      if one(in: 3) {
        text += "G"
        signature()
      }
      implementation()
      implementation()
    case 13:
      text += "TW"
      conformance()
      entity()
    default: entity()
    }
  }

  mutating func specialization() {
    let isOfSignature = one(in: 2)
    text += isOfSignature ? "f" : pick(["g", "r"])
    if one(in: 8) { text += "q" }
    text += String(random(10))
    for _ in 0...random(4) {
      if isOfSignature {
        argumentChange()
      } else {
        type()
        repeated(upTo: 2) { $0.conformance() }
        text += "_"
      }
    }
    text += "_"
  }

  mutating func argumentChange() {
    switch random(10) {
    case 0: text += "cpi\(random(1000))_"
    case 1: text += "cpfl\(random(1000))_"
    case 2: text += pick(["cpse0v5hello_", "cpse1v6_3rows_", "cpse0v4a'\\b_"])
    case 3:
      put("cpfr", "cpg")
      nestedName()
      text += "_"
    case 4:
      text += "cl"
      nestedName()
      repeated(upTo: 3) { $0.type() }
      text += "_"
    default: put("n_", "n_", "d_", "g_", "s_", "gs_", "dgs_", "ds_", "i_", "k_", "r_", "o_", "os_")
    }
  }

  mutating func nestedName() {
    let name = pick([
      "main", "_TF3App4sortFT_T_", "_Tv3App1xSi", "_TTSf4d___TtGSaSi_", "_TFF3App4sortFT_T_U_FT_T_", "_TF3App",
      "__TtSi", "_T03App1xyyF",
    ])
    text += "\(name.utf8.count)\(name)"
  }

  mutating func conformance() {
    type()
    protocolName()
    module()
  }

  // MARK: Declarations

  mutating func module() {
    if one(in: 4) {
      text += "s"
    } else if !reference(.module) {
      if one(in: 12) {
        put("So", "SC")
      } else {
        put("3App", "9MyProject", "6Kit_2D", "X7Caf_dma", "10Foundation", "11__lldb_expr")
        parts.append(.module)
      }
    }
  }

  /// `S_` to an earlier part.
  mutating func reference(_ wanted: Part) -> Bool {
    let found = parts.indices.filter { parts[$0] == wanted }
    guard !found.isEmpty, !one(in: 4) else { return false }
    let number = found[random(found.count)]
    text += number == 0 ? "S_" : "S\(number - 1)_"
    return true
  }

  mutating func context() {
    room -= 1
    guard room > 0 else { return module() }
    switch random(12) {
    case 0:
      text += "E"
      module()
      nominalType()
    case 1:
      text += "e"
      module()
      signature()
      nominalType()
    case 2: entity()
    case 3, 4, 5: nominalType()
    default: module()
    }
  }

  mutating func identifier() {
    put(
      "4load", "5title", "8Optional", "14ViewController", "5Array", "1x", "9subscript", "12viewDidLoad_",
      "X12vergenza_JFa", "X4_gib", "10Dictionary", "6Int_32")
  }

  mutating func operatorName() {
    put("oi2ee", "oi1p", "op1n", "oP2pp", "oi3zzl", "oi8acdeglmn", "oi6opqrst", "oi2xz", "Xoi7p_qcaDc")
  }

  mutating func declarationName() {
    switch random(10) {
    case 0:
      put("L_", "L0_", "L12_")
      one(in: 8) ? operatorName() : identifier()
    case 1:
      put("P33_0A1B2C3D4E5F60718293A4B5C6D7E8F9", "P11FileWrapper")
      one(in: 8) ? operatorName() : identifier()
    case 2: operatorName()
    default: identifier()
    }
  }

  mutating func nominal(_ letter: String) {
    text += letter
    context()
    declarationName()
    parts.append(letter == "P" ? .protocolType : .nominal)
  }

  mutating func nominalType() {
    room -= 1
    if one(in: 3) || room <= 0 {
      put("Si", "SS", "Sb", "Sd", "Sa", "Sc", "Sf", "SV", "Sv", "SP", "Sp", "Sq", "SQ", "SR", "Sr", "Su")
    } else if !reference(.nominal) {
      nominal(pick(["C", "V", "O"]))
    }
  }

  mutating func protocolName() {
    if reference(.protocolType) { return }
    // `S` and a letter would be parsed as the protocol.
    switch random(4) {
    case 0: nominal("C")
    case 1: module()
    default: text += "s"
    }
    put("8Hashable", "9Equatable", "5Error", "P33_0A1B2C3D4E5F60718293A4B5C6D7E8F98Delegate")
    parts.append(.protocolType)
  }

  mutating func entity() {
    if one(in: 6) { text += "Z" }
    switch random(14) {
    case 0: nominalType()
    case 1:
      text += "v"
      context()
      declarationName()
      type()
    case 2:
      text += "i"
      context()
      text += "9subscript"
      functionType()
    case 3:
      text += "I"
      entityContext()
      put("A_", "A0_", "A3_", "i")
    case 4, 5:
      text += "F"
      context()
      put("g", "s", "m", "w", "W", "G", "aO", "ao", "ap", "au", "lO", "lo", "lp", "lu", "r", "M")
      declarationName()
      type()
    case 6:
      text += "F"
      nominalType()
      put("C", "c")
      functionType()
    case 7:
      text += "F"
      nominalType()
      put("D", "d", "e", "E", "Z")
    case 8, 9:
      text += "F"
      entityContext()
      put("U_", "U0_", "u_", "u11_")
      functionType()
    default:
      text += "F"
      context()
      declarationName()
      one(in: 6) ? type() : functionType()
    }
  }

  mutating func entityContext() {
    room -= 1
    guard room > 0 else { return context() }
    text += one(in: 5) ? "Z" : ""
    put("F", "v")
    context()
    declarationName()
    functionType()
  }
}
