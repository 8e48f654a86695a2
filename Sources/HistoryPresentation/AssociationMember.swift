import Documents
import History
import Vocabulary

/// The members of a value that is more or less frequent in an issue than in others.
enum AssociationMember {
  static func write(_ association: Association, to writer: inout JSONWriter) {
    writer.member("property", association.property.id)
    writer.member("value", association.value.isEmpty ? nil : association.value)
    writer.member("kind", association.kind.rawValue)
    writer.member("unit", association.unit.rawValue)
    writer.member("count", association.count)
    writer.member("total", association.total)
    writer.member("others", association.otherCount)
    writer.member("totalOfOthers", association.otherTotal)
    writer.member("p", real: association.pValue)
    writer.present("days", association.days)
    writer.member("text", association.sentence)
  }
}
