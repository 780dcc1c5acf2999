extension String {
  /// The text with a line feed for each line end, as it was before a terminal made carriage returns of its
  /// line feeds, or a spreadsheet CR LF.
  ///
  /// In one pass: of CR CR LF a replacement of CR LF leaves CR LF, one character to Swift in which a
  /// replacement of CR finds nothing.
  package var withLineFeeds: String {
    split(omittingEmptySubsequences: false) { ["\r\n", "\r", "\n"].contains($0) }
      .joined(separator: "\n")
  }
}
