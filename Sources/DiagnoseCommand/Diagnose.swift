package import ArgumentParser

package struct Diagnose: ParsableCommand {
  package init() {}
}
