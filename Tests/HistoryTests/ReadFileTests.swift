import History
import Testing
import Vocabulary

/// What a history knows about files that were read.
@Suite struct ReadFileTests {
  private static func file(_ number: Int) -> ReadFile {
    ReadFile(
      state: FileState(
        device: UInt64.max - UInt64(number), inode: 1 << 63 | UInt64(number), size: number,
        modified: -number, changed: .max - number),
      digest: SHA256.digest(of: Array("\(number)".utf8)))
  }

  @Test func aFileIsFoundByItsState() throws {
    let world = try World()
    let store = try world.store()
    let files = (0..<50).map(Self.file)
    #expect(try store.digest(ofFile: files[1].state) == nil)
    #expect(try store.readFiles().isEmpty)
    try store.note(files)
    try store.note(Array(files.prefix(10)))
    for reader in [store, try store.reader()] {
      #expect(try reader.readFiles().count == 50)
      for file in files {
        #expect(try reader.digest(ofFile: file.state) == file.digest)
        #expect(try reader.readFiles()[file.state] == file.digest)
      }
    }
    // Any difference of the state is another content.
    for change in [\FileState.size, \.modified, \.changed] {
      var state = files[3].state
      state[keyPath: change] += 1
      #expect(try store.digest(ofFile: state) == nil)
    }
    var changed = files[3]
    changed.state.size += 1
    try store.note([changed])
    #expect(try store.digest(ofFile: files[3].state) == nil && store.readFiles().count == 50)
    #expect(try store.check() == [])
  }
}
