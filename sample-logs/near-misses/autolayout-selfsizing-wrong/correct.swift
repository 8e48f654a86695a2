import UIKit

final class CardCell: UITableViewCell {
  private let title = UILabel()

  override func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> CGSize {
    title.preferredMaxLayoutWidth = targetSize.width - 32
    return super.systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    title.preferredMaxLayoutWidth = contentView.bounds.width - 32
  }
}
