import Testing

@testable import Diagnosis

@Suite struct ContinuedTitleTests {
  @Test(arguments: [
    ("Terminated by Rosetta", "terminated by Rosetta"), ("A Unix system call", "a Unix system call"),
    ("WebKit terminated a content process", "WebKit terminated a content process"),
    ("RPC alert exception", "RPC alert exception"), ("GPU fault", "GPU fault"), ("already small", "already small"),
    ("X", "x"), ("", ""),
  ])
  func namesAreNotChanged(_ title: String, _ expected: String) { #expect(title.continuedTitle == expected) }
}
