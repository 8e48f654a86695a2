struct Shelf {
  var items: [Int]
  @inline(__always) func item(_ i: Int) -> Int { items[check(i)] }
  @inline(__always) func check(_ i: Int) -> Int {
    if i > 3 { fatalError("no item \(i)") }
    return i
  }
}
class Loader {
  var shelf = Shelf(items: [1, 2, 3, 4])
  @inline(never) func load<T: BinaryInteger>(_ n: T) -> Int {
    var sum = 0
    for i in 0..<Int(n) { sum += shelf.item(i) }
    return sum
  }
  @inline(never) func run(_ body: () -> Int) -> Int { body() + 1 }
}
@inline(never) func deep(_ l: Loader, _ n: Int) -> Int {
  if n == 0 { return l.run { l.load(Int32(6)) } }
  return deep(l, n - 1) + 1
}
@main struct Main {
  static func main() { print(deep(Loader(), 3)) }
}
