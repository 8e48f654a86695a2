/// Types, generic parameters, and functions of the intermediate language.
extension OldSwiftGrammar {
  mutating func functionType() {
    if one(in: 6) {
      text += "u"
      signature()
    }
    put("F", "f")
    if one(in: 8) { put("z", "y", "Z", "zZ", "zyZ", "yZ") }
    tuple()
    one(in: 3) ? tuple() : type()
  }

  mutating func tuple() {
    put("T", "T", "T", "t")
    repeated(upTo: 3) { grammar in
      if grammar.one(in: 2) { grammar.put("4name", "2at", "5coder", "1x") }
      grammar.type()
    }
    text += "_"
  }

  mutating func type() {
    room -= 1
    guard room > 0 else { return put("Si", "SS", "T_", "x", "q_", "Bi1_", "CSo6UIView", "Sb") }
    switch random(24) {
    case 0...5: nominalType()
    case 6, 7: bound()
    case 8, 9: functionType()
    case 10: tuple()
    case 11:
      put("b", "c", "K", "Xf")
      tuple()
      type()
    case 12:
      put("M", "XMt", "XMT", "XMo", "PM", "XPMt", "XPMT")
      type()
    case 13:
      put("P", "XP")
      repeated(upTo: 2) { $0.protocolName() }
      text += "_"
    case 14:
      put("R", "Xo", "Xu", "Xw", "Xb", "D", "k")
      type()
    case 15:
      put("Bb", "BB", "BO", "Bo", "Bp", "Bt", "Bw", "Bf64_", "Bi32_", "Bv4Bi8_", "Bv2Bf80_", "Bv8Bp", "ERR", "Qu")
    case 16: put("x", "q_", "q0_", "q25_", "q60_", "qd__", "qd0_1_", "qd_28_")
    case 17: dependent()
    case 18: archetype()
    case 19: functionType()
    case 20: implementation()
    case 21: box()
    case 22:
      text += "u"
      signature()
      type()
    default:
      text += "a"
      context()
      declarationName()
      parts.append(.nominal)
    }
  }

  mutating func bound() {
    switch random(8) {
    case 0: text += "GSq"
    case 1: text += "GSQ"
    case 2: text += "GSa"
    case 3:
      put("GVs10Dictionary", "GVs8Optional", "GOs8Optional", "GCs5Array")
      parts.append(.nominal)
      if one(in: 2) { type() }
    case 4:
      text += "GVC3App4Tree4Node"
      parts += [.module, .nominal, .nominal]
      type()
      text += "_"
    default:
      text += pick(["GC", "GV", "GO"])
      module()
      identifier()
      parts.append(.nominal)
    }
    type()
    text += "_"
  }

  mutating func parameter() { put("x", "_", "0_", "d__", "d0_3_", "d_0_") }

  mutating func member() {
    if reference(.member) { return }
    if one(in: 3) {
      text += "P"
      protocolName()
    }
    identifier()
    parts.append(.member)
  }

  mutating func dependent() {
    switch random(3) {
    case 0:
      text += "w"
      parameter()
      member()
    case 1:
      text += "W"
      parameter()
      repeated(upTo: 3) { $0.member() }
      text += "_"
    default:
      text += "qS" + pick(["i", "S"])
      member()
    }
  }

  mutating func archetype() {
    text += "Q"
    repeated(upTo: 1) { grammar in
      grammar.text += "Qs"
      grammar.put("8Sequence", "5Error")
      grammar.parts.append(.associated)
    }
    if text.last == "Q" { text += "s" }
    identifier()
    parts.append(.associated)
  }

  mutating func signature() {
    if one(in: 2) { repeated(upTo: 3) { $0.put("_", "0_", "1_", "z", "300_") } }
    guard one(in: 2) else { return text += "r" }
    text += "R"
    for _ in 0...random(3) {
      switch random(4) {
      case 0:
        text += "w"
        parameter()
        member()
      case 1:
        text += "W"
        parameter()
        repeated(upTo: 2) { $0.member() }
        text += "_"
      default: parameter()
      }
      switch random(5) {
      case 0:
        text += "z"
        type()
      case 1: put("lU", "lR", "lN", "lT", "lE64_8", "le32", "lM64_16", "lm8")
      case 2: nominal("C")
      default: protocolName()
      }
    }
    text += "r"
  }

  mutating func implementation() {
    text += "XF"
    put("t", "o", "d", "g")
    if one(in: 3) { put("Cb", "Cc", "Cm", "CO", "Cw") }
    if one(in: 16) { put("h", "H", "hH") }
    if one(in: 5) {
      put("G", "g")
      signature()
    }
    text += "_"
    repeated(upTo: 3) { grammar in
      grammar.put("d", "g", "e", "i", "l", "o")
      grammar.type()
    }
    text += "_"
    repeated(upTo: 2) { grammar in
      grammar.put("a", "d", "D", "i", "o", "zo", "zi")
      grammar.type()
    }
    text += "_"
  }

  mutating func box() {
    text += "XB"
    let isGeneric = one(in: 3)
    if isGeneric {
      text += "G"
      signature()
    }
    repeated(upTo: 3) { grammar in
      grammar.put("m", "i")
      grammar.type()
    }
    text += "_"
    if isGeneric {
      repeated(upTo: 2) { $0.type() }
      text += "_"
    }
  }
}
