import TestSupport
import Testing

@testable import Diagnosis

/// Templates, and captures that come from hostile reports.
@Suite struct FilledTemplateTests {
  @Test(arguments: [
    ("{nib} is missing", "Card is missing"),
    ("{other|a nib} is missing", "a nib is missing"),
    ("{other} is missing", "other is missing"),
    ("{nib?the nib {nib}|a nib} is missing", "the nib Card is missing"),
    ("{other?the nib {other}|a nib} is missing", "a nib is missing"),
    ("gone{other? from {other}}", "gone"),
    ("{other?a|{nib?{nib} and {more|no more}|c}}|d", "Card and no more|d"),
    ("{other?{nib?a|b}|{nib?c|d}}", "c"),
    ("if ready { return {nib} }", "if ready { return Card }"),
    ("views.map { $0.x }", "views.map { $0.x }"),
    ("{nib", "{nib"),
    ("{nib|words", "{nib|words"),
    ("{nib?words", "words"),
    ("a|b}", "a|b}"),
    ("", ""),
  ])
  func isFilled(_ template: String, _ expected: String) {
    #expect(filled(template, with: ["nib": "Card"]) == expected)
  }

  @Test func valuesAreWordedByPhrases() {
    let phrases = ["why": ["full": "the disk was full"]]
    #expect(filled("ended: {why|unknown}", with: ["why": "full"], phrases: phrases) == "ended: the disk was full")
    #expect(filled("ended: {why|unknown}", with: ["why": "other"], phrases: phrases) == "ended: other")
    #expect(filled("ended: {why|unknown}", with: [:], phrases: phrases) == "ended: unknown")
    #expect(filled("{why?{why}|none}", with: ["why": "full"], phrases: phrases) == "the disk was full")
  }

  @Test(arguments: ["{name}", "{name|x}", "{name?{name}{name}|y}", "}", "|", "{", "{secret}", "}}}|||{{{"])
  func capturesAreNeverFilled(_ hostile: String) {
    let captures = ["name": hostile, "secret": "SECRET"]
    #expect(filled("a {name} b", with: captures) == "a \(hostile) b")
    #expect(filled("{name?[{name}]|none} b", with: captures) == "[\(hostile)] b")
    #expect(filled("{name|none}", with: captures, phrases: ["name": ["x": "y"]]) == hostile)
  }

  @Test func pagesShowTemplatesWithoutAReport() {
    #expect(withoutReport("{nib} in {bundle|the bundle}{other? of {other}}") == "‹nib› in the bundle")
  }

  /// Every byte is visited a limited number of times: a quadratic algorithm would take hours for these templates.
  @Test(arguments: ["{", "{a", "{a|", "{a?", "{a?|", "}", "{a}", "{a|b}"])
  func takesLinearTime(_ unit: String) {
    let count = 100_000
    let text = String(repeating: unit, count: count)
    var result = ""
    let time = ProcessorTime.seconds { result = filled(text, with: ["a": "1"]) }
    #expect(time < 10)
    #expect(result.utf8.count <= text.utf8.count)
    if unit == "{a}" { #expect(result == String(repeating: "1", count: count)) }
  }
}
