/// Foreign text that is harmless in HTML's text and attributes.
package func htmlEscaped(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
}

/// The look of every page of a login: those of the embedded service and those after the redirect.
package enum LoginStyleSheet {
  /// A style sheet without any file or font from elsewhere.
  ///
  /// Colours have a contrast of at least 4.5 to 1 in light and dark mode; the focus is always visible, and a
  /// page of 320 CSS pixels needs no horizontal scrolling (WCAG 2.2, 1.4.3, 1.4.10 and 2.4.7).
  package static let text = """
    :root{color-scheme:light dark;--page:#f3f5f8;--card:#fff;--text:#1c2430;--soft:#55606f;--line:#8792a1;\
    --accent:#0a5fb4;--on-accent:#fff;--problem:#b00020}\
    @media(prefers-color-scheme:dark){:root{--page:#12161c;--card:#1c222b;--text:#e8ecf2;--soft:#a9b4c2;\
    --line:#77828f;--accent:#7db8ff;--on-accent:#0b1a2b;--problem:#ff9aa5}}\
    *{box-sizing:border-box}\
    body{font:1rem/1.5 system-ui,sans-serif;background:var(--page);color:var(--text);margin:0;padding:1.5rem 1rem}\
    header,main{max-width:27rem;margin:0 auto}\
    header{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;color:var(--soft)}\
    header p{margin:0 0 .75rem;font-weight:600}\
    main{background:var(--card);border-radius:.75rem;padding:1.5rem;box-shadow:0 1px 3px #0003;\
    overflow-wrap:break-word}\
    h1{font-size:1.4rem;line-height:1.25;margin:0 0 1rem}\
    p{margin:.75rem 0}\
    ul{margin:.75rem 0;padding-left:1.25rem}\
    a{color:var(--accent)}\
    label{display:block;font-weight:600;margin-top:1rem}\
    input{font:inherit;color:inherit;background:transparent;width:100%;margin-top:.25rem;padding:.5rem .65rem;\
    border:1px solid var(--line);border-radius:.4rem}\
    .actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}\
    button{font:inherit;font-weight:600;padding:.55rem 1.25rem;border-radius:.4rem;cursor:pointer;\
    border:1px solid var(--accent);background:transparent;color:var(--accent)}\
    button.primary{background:var(--accent);color:var(--on-accent)}\
    :focus-visible{outline:3px solid var(--accent);outline-offset:2px}\
    [role=alert]{border-left:.25rem solid var(--problem);padding-left:.75rem}\
    aside{border-top:1px solid var(--line);margin-top:1.5rem;padding-top:.5rem;color:var(--soft);font-size:.9rem}\
    dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:.75rem 0 0}\
    dd{margin:0;display:flex;flex-wrap:wrap;gap:0 1rem}\
    code{font-family:ui-monospace,monospace;color:var(--text)}
    """
}
