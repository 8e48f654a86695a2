import Bytes

/// Normalizes Objective-C methods, blocks and static initializers (step 4.3).
enum ObjectiveCName {
  /// Returns the final normalized name; `nil` if the name is not one of these.
  static func normalized(_ name: NameSlice, depth: Int) -> NormalizedName? {
    guard let first = name.first else { return nil }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "+"): return method(name).map(NormalizedName.function)
    case UInt8(ascii: "_"):
      if let block = block(name) { return .function(block) }
      return staticInitializer(name).map(NormalizedName.function)
    case UInt8(ascii: "g"):
      return isGlobalInit(name) ? .function(Array("static init".utf8)) : nil
    case UInt8(ascii: "i"):
      guard name.begins(with: "invocation function for block in ") else { return nil }
      return inBlock(name.dropFirst(33), depth: depth)
    case UInt8(ascii: "b"):
      // Already normalized.
      guard name.begins(with: "block in ") else { return nil }
      return inBlock(name.dropFirst(9), depth: depth)
    default: return nil
    }
  }

  /// Removes the category: `-[C(Category) s]` → `-[C s]`.
  private static func method(_ name: NameSlice) -> [UInt8]? {
    guard name.count > 4, name[name.startIndex + 1] == UInt8(ascii: "[") else { return nil }
    guard let blank = name.firstIndex(of: 0x20) else { return Array(name) }
    guard let open = name[..<blank].firstIndex(of: UInt8(ascii: "(")), name[blank - 1] == UInt8(ascii: ")") else {
      return Array(name)
    }
    return Array(name[..<open] + name[blank...])
  }

  /// `__33-[CardView reloadFonts:]_block_invoke_2`, `___registerFonts_block_invoke`.
  private static func block(_ name: NameSlice) -> [UInt8]? {
    guard let mark = name.lastPosition(of: "_block_invoke"), isNumbers(name[(mark + 13)...]) else { return nil }
    let owner = name[..<mark]
    var underscores = 0
    while underscores < 3, underscores < owner.count, owner[owner.startIndex + underscores] == UInt8(ascii: "_") {
      underscores += 1
    }
    let rest = owner.dropFirst(underscores)
    let digits = rest.prefix(while: \.isDigit)
    let signed = rest.dropFirst(digits.count)
    if underscores >= 1, !digits.isEmpty, signed.begins(with: "-[") || signed.begins(with: "+["),
      signed.last == UInt8(ascii: "]"), let method = method(signed)
    {
      return Array("block in ".utf8) + method
    }
    guard underscores >= 2, !rest.isEmpty else { return nil }
    return Array("block in ".utf8) + rest
  }

  /// Returns true for a sequence of suffixes such as `_2` and `.48`, which may be empty.
  private static func isNumbers(_ text: NameSlice) -> Bool {
    var rest = text
    while let mark = rest.first {
      guard mark == UInt8(ascii: "_") || mark == UInt8(ascii: ".") else { return false }
      rest.removeFirst()
      let digits = rest.prefix(while: \.isDigit)
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(digits.count)
    }
    return true
  }

  /// Returns `block in X`; nested blocks are merged.
  private static func inBlock(_ name: NameSlice, depth: Int) -> NormalizedName {
    var rest = name
    while rest.begins(with: "invocation function for block in ") { rest = rest.dropFirst(33) }
    switch FunctionName.normalized(part: rest, depth: depth + 1) {
    case .function(let owner):
      return .function(owner[...].begins(with: "block in ") ? owner : Array("block in ".utf8) + owner)
    case .dropped: return .dropped
    case .unsymbolicated: return .function(Array("block".utf8))
    }
  }

  private static func staticInitializer(_ name: NameSlice) -> [UInt8]? {
    let rest = name.begins(with: "__") ? name.dropFirst() : name
    if rest.begins(with: "_GLOBAL__sub_I_") {
      let file = rest.dropFirst(15)
      return Array((file.isEmpty ? "static init" : "static init of ").utf8) + file
    }
    guard name.begins(with: "__cxx_global_var_init"), isNumbers(name.dropFirst(21)) else { return nil }
    return Array("static init".utf8)
  }

  /// `globalinit_33_488259CC6C20360CD18CD8519252355D_func0`.
  private static func isGlobalInit(_ name: NameSlice) -> Bool {
    guard name.begins(with: "globalinit_") else { return false }
    let parts = name.dropFirst(11).split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    return parts.count == 3 && !parts[0].isEmpty && parts[0].allSatisfy(\.isDigit) && !parts[1].isEmpty
      && parts[1].allSatisfy(\.isHexDigit) && parts[2].begins(with: "func")
      && parts[2].dropFirst(4).allSatisfy(\.isDigit)
  }
}
