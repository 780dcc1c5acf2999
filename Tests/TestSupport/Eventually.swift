/// Waits for what nothing announces, such as what another process or a detached task does; false after half a
/// minute. It asks every few milliseconds instead of spinning, which would take a core from what it waits for.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, _ isSo: () async throws -> Bool
) async rethrows -> Bool {
  let limit = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < limit {
    if try await isSo() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return false
}
