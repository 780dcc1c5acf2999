import Foundation

/// The system's error numbers with a meaning for users.
public enum SystemErrors {
  /// There is no room: on the disk, within the user's quota, or within a limit of the process.
  public static let full: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]
}
