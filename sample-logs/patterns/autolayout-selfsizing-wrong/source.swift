import UIKit

final class CardCell: UITableViewCell {
  private let title = UILabel()
  private let detail = UILabel()

  override func layoutSubviews() {
    super.layoutSubviews()
    title.preferredMaxLayoutWidth = contentView.bounds.width - 32
    detail.preferredMaxLayoutWidth = contentView.bounds.width - 32
  }
}
