/// Returns the number of edits (insert, delete, replace a byte) between two names; `nil` if more than `limit`, or if a
/// name is longer than 256 bytes.
package func editDistance(_ left: String, _ right: String, limit: Int) -> Int? {
  let a = Array(left.utf8)
  let b = Array(right.utf8)
  guard abs(a.count - b.count) <= limit, a.count <= 256, b.count <= 256 else { return nil }
  var row = Array(0...b.count)
  for (i, byte) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let above = row[j + 1]
      row[j + 1] = min(above + 1, row[j] + 1, diagonal + (byte == other ? 0 : 1))
      diagonal = above
    }
  }
  guard let distance = row.last, distance <= limit else { return nil }
  return distance
}
