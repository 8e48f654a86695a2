import UIKit

final class DeckController: UIViewController, UITableViewDataSource {
  @IBOutlet private weak var tableView: UITableView!
  @IBOutlet private var deckView: DeckView!
  private let names = ["Hearts", "Spades"]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    tableView.register(DeckCell.nib, forCellReuseIdentifier: DeckCell.identifier)
    // Bundle.main is right here: a controller is not drawn by Interface Builder.
    let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion")
    title = "Deck \(version ?? "")"
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: DeckCell.identifier, for: indexPath)
    (cell as? DeckCell)?.show(names[indexPath.row])
    return cell
  }

  @IBAction private func scan(_ sender: UIButton) {
    AVCaptureDevice.requestAccess(for: .video) { _ in }
  }
}
