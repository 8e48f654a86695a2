import UIKit

final class DeckCell: UITableViewCell {
  static let identifier = "DeckCell"
  static var nib: UINib { UINib(nibName: "DeckCell", bundle: Bundle(for: DeckCell.self)) }

  @IBOutlet private weak var nameLabel: UILabel!

  func show(_ name: String) { nameLabel.text = name }

  override func prepareForReuse() {
    super.prepareForReuse()
    nameLabel.text = nil
  }
}
