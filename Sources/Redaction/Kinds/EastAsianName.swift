import Bytes

extension RedactionKind {
  static let eastAsianName = RedactionKind(
    id: "east-asian-name", placeholder: .user, title: "name in Chinese, Japanese or Korean",
    recognition: """
      a surname and one to three letters, after words such as `联系` and `報告者は` or before a form of address such as \
      `先生`, `さん`, `님`
      """,
    recognizers: [
      RedactionRecognizer(after: .chinesePerson) { $0.chineseName($1) },
      RedactionRecognizer(after: .japanesePerson) { $0.japaneseName($1) },
      RedactionRecognizer(after: .koreanPerson) { $0.koreanName($1) },
      RedactionRecognizer(leads: 0xE3...0xED) { $0.nameBeforeTitle($1) },
    ],
    removed: [
      Example("请联系周晓蕾女士确认", "请联系user-1女士确认"), Example("用户周晓蕾反馈闪退", "用户user-1反馈闪退"),
      Example("報告者は中村桜子です", "報告者はuser-1です"), Example("中村桜子様より", "user-1様より"),
      Example("담당자 박서연님에게", "담당자 user-1님에게"), Example("スミスさんより", "user-1さんより"),
    ],
    stays: ["お客様", "仕様", "同様です", "用户界面", "用户名", "고객님", "联系人", "無効な様式", "담당자 확인", "由于网络原因"])
}

extension RedactionScanner {
  private enum Script { case han, katakana, hiragana, hangul }

  /// Returns the script of the letter at an offset; all have three bytes.
  private func script(_ at: Int) -> Script? {
    guard at >= 0, bytes.count - at >= 3 else { return nil }
    switch (bytes[at], bytes[at + 1]) {
    // The repetition mark, as in 佐々木.
    case (0xE3, 0x80): return bytes[at + 2] == 0x85 ? .han : nil
    case (0xE3, 0x81): return .hiragana
    case (0xE3, 0x82): return bytes[at + 1] == 0x82 && bytes[at + 2] < 0xA0 ? .hiragana : .katakana
    case (0xE3, 0x83): return .katakana
    case (0xE4...0xE9, _): return .han
    case (0xEA...0xED, _): return .hangul
    default: return nil
    }
  }

  private func hasAny(_ words: [[UInt8]], _ at: Int) -> Bool {
    words.contains { bytes.count - at >= $0.count && bytes[at..<at + $0.count].elementsEqual($0) }
  }

  private func roles(_ start: Int, _ end: Int) -> PrivacyWords.Roles { PrivacyWords.shared.roles(bytes[start..<end]) }

  /// Words that begin with a surname and are not a name.
  private static let notNames: Set<String> = [
    "于是", "常见", "常用", "方法", "方式", "任务", "任何", "文件", "文档", "白屏", "黄色", "金额", "马上", "万一", "史上", "程序", "高级", "小组", "小时",
    "界面", "体验", "名称", "林木", "石头", "江湖", "田地", "康复", "武器", "雷达", "钱包", "叶子", "常规", "易用", "时间", "文本", "文字", "许可", "许多",
    "方面", "金融", "段落", "龙头", "白色", "石油", "钟表", "何时", "何种", "小心", "小程序",
    "고객", "사용자", "선생", "손님", "회원", "주인", "이름", "기기", "정보", "문제", "오류", "주소", "장치", "전화", "서버", "확인", "이상", "이미", "우리",
    "모두", "기사", "여러분", "하느", "부모", "지인",
  ]

  private func isName(_ range: Range<Int>) -> Bool {
    let text = string(range)
    return !isPlaceholder(range) && !Self.notNames.contains(text) && !Self.notNames.contains(String(text.prefix(2)))
  }

  /// Returns a Chinese name that begins at an offset: a surname with one or two letters, before another word.
  private func chineseName(from start: Int) -> Match? {
    let length = roles(start, min(start + 6, bytes.count)).contains(.chinese) ? 6 : 3
    guard script(start) == .han, roles(start, start + length).contains(.chinese) else { return nil }
    for count in [2, 1, 3] {
      let end = start + length + count * 3
      guard end <= bytes.count, (0..<count).allSatisfy({ script(start + length + $0 * 3) == .han }) else { continue }
      let isEnd = script(end) != .han || hasAny(PrivacyWords.shared.chineseAfter, end)
      if isEnd, isName(start..<end) { return Match(range: start..<end, kind: .user) }
    }
    return nil
  }

  fileprivate func chineseName(_ end: Int) -> Match? {
    let marks: [StaticString] = ["\u{FF1A}", "\u{FF0C}", "\u{201C}", "\u{300C}"]
    var start = self.end(from: end, atMost: 2) { ![0x20, 0x3A, 0x22].contains($0) }
    for mark in marks where has(mark, start) { start += mark.utf8CodeUnitCount }
    return chineseName(from: start)
  }

  /// A Japanese name after a phrase, up to a particle.
  fileprivate func japaneseName(_ start: Int) -> Match? {
    var end = start
    let kind = script(start)
    guard kind == .han || kind == .katakana else { return nil }
    while end - start < 24, let next = script(end), next == kind || has("\u{30FB}", end) { end += 3 }
    let range = start..<end
    guard (6...24).contains(range.count), isName(range) else { return nil }
    return kind == .katakana || hasSurname(start) ? Match(range: range, kind: .user) : nil
  }

  private func hasSurname(_ start: Int) -> Bool {
    [9, 6, 3].contains { start + $0 <= bytes.count && roles(start, start + $0).contains(.japanese) }
  }

  /// A Korean name after a phrase: a surname and two syllables.
  fileprivate func koreanName(_ phrase: Int) -> Match? {
    let start = end(from: phrase, atMost: 2) { ![0x20, 0x3A].contains($0) }
    guard start > phrase, script(start) == .hangul, roles(start, start + 3).contains(.korean) else { return nil }
    let end = start + 9
    guard end <= bytes.count, script(start + 3) == .hangul, script(start + 6) == .hangul, isName(start..<end) else {
      return nil
    }
    let isEnd =
      script(end) != .hangul || hasAny(PrivacyWords.shared.koreanTitles, end) || hasAny(Self.koreanParticles, end)
    return isEnd ? Match(range: start..<end, kind: .user) : nil
  }

  private static let koreanParticles: [[UInt8]] = [
    "이", "가", "은", "는", "을", "를", "의", "와", "과", "에게", "께서", "입니다", "라고", "이라고",
  ].map {
    Array($0.utf8)
  }

  /// Matches the name before a form of address.
  fileprivate func nameBeforeTitle(_ at: Int) -> Match? {
    if script(at) == .hangul {
      guard hasAny(PrivacyWords.shared.koreanTitles, at) else { return nil }
      // A form of address may stand after a blank.
      let isSpaced = isByte(" ", at - 1) && (has("\u{B2D8}", at) || has("\u{C528}", at))
      return koreanNameBefore(isSpaced ? at - 1 : at)
    }
    guard hasAny(PrivacyWords.shared.japaneseTitles, at) || hasAny(Self.chineseTitles, at) else { return nil }
    var start = at
    guard let kind = script(at - 3), kind == .han || kind == .katakana else { return nil }
    while at - start < 24, script(start - 3) == kind { start -= 3 }
    if kind == .katakana {
      return at - start >= 6 && start >= floor && isName(start..<at) ? Match(range: start..<at, kind: .user) : nil
    }
    // The longest name with a surname of either language that ends here.
    let isJapanese =
      script(at) == .hiragana || has("\u{69D8}", at) || has("\u{6C0F}", at) || !hasAny(Self.chineseTitles, at)
    for count in isJapanese ? [5, 4, 6, 3, 2] : [3, 4, 2] {
      let first = at - count * 3
      guard first >= start, first >= floor, isName(first..<at) else { continue }
      if isJapanese
        ? hasSurname(first) && first == start || count == 2 && roles(first, at).contains(.japanese)
        : roles(first, first + 3).contains(.chinese) || roles(first, first + 6).contains(.chinese)
      {
        return Match(range: first..<at, kind: .user)
      }
    }
    return nil
  }

  private static let chineseTitles: [[UInt8]] = ["先生", "女士", "小姐", "老师", "同学", "经理", "医生"].map { Array($0.utf8) }

  private func koreanNameBefore(_ at: Int) -> Match? {
    for count in [3, 2, 4] {
      let first = at - count * 3
      guard first >= floor, (0..<count).allSatisfy({ script(first + $0 * 3) == .hangul }), script(first - 3) != .hangul,
        roles(first, first + 3).contains(.korean) || roles(first, first + 6).contains(.korean), isName(first..<at)
      else { continue }
      return Match(range: first..<at, kind: .user)
    }
    return nil
  }
}
