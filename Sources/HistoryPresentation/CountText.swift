import Trends

/// Returns a number with digit groups and its noun: `1 report`, `1,204 reports`.
package func countText(_ number: Int, _ noun: String) -> String {
  TrendWording.grouped(number) + " " + noun + (number == 1 ? "" : "s")
}
