/// Whether a host's name can only mean this machine: 127.0.0.0/8, `::1` or `localhost`.
///
/// The name is not resolved; libcurl and browsers restrict `localhost` to this machine themselves
/// (RFC 6761 §6.3).
func isLoopback(host: String) -> Bool {
  let host = host.lowercased()
  if ["localhost", "::1", "[::1]"].contains(host) { return true }
  let parts = host.split(separator: ".", omittingEmptySubsequences: false)
  // Short forms such as 127.1 are excluded: programs interpret them differently.
  return parts.count == 4 && parts[0] == "127"
    && parts.allSatisfy { part in
      (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { $0 &- 0x30 < 10 }
        && UInt8(part) != nil
    }
}
