import Terminal

/// Bytes that terminals send, as text of Latin-1, and their meaning.
enum KeySequences {
  static let all: [(bytes: [UInt8], inputs: [Input])] =
    (keys.map { (Array($0.0.utf8), [.key($0.1)]) })
    + (others.map { (Array($0.0.utf8), $0.1) })

  static let keys: [(String, Key)] = [
    // Characters.
    ("a", .character("a")), ("A", .character("A")), (" ", .character(" ")),
    ("č", .character("č")), ("€", .character("€")), ("😀", .character("😀")),
    // Bytes below space.
    ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
    ("\u{1}", .control("a")), ("\u{3}", .control("c")), ("\u{1A}", .control("z")),
    ("\u{0}", .control(" ")), ("\u{1C}", .control("\\")), ("\u{1D}", .control("]")),
    ("\u{1E}", .control("^")), ("\u{1F}", .control("_")),
    // With Alt.
    ("\u{1B}x", Key(.character("x"), .alt)), ("\u{1B}Č", Key(.character("Č"), .alt)),
    ("\u{1B}\r", Key(.enter, .alt)), ("\u{1B}\u{7F}", Key(.backspace, .alt)),
    ("\u{1B}\u{2}", Key(.character("b"), [.alt, .control])), ("\u{1B}\t", Key(.tab, .alt)),
    // xterm, in both modes of the cursor keys.
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
    ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home), ("\u{1B}OF", .end),
    ("\u{1B}[2~", Key(.insert)), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab), ("\u{1B}[1;2Z", .backTab),
    ("\u{1B}[1;5A", Key(.up, .control)), ("\u{1B}[1;2D", Key(.left, .shift)),
    ("\u{1B}[1;3C", Key(.right, .alt)), ("\u{1B}[1;8B", Key(.down, [.shift, .alt, .control])),
    ("\u{1B}[1;5H", Key(.home, .control)), ("\u{1B}[1;6F", Key(.end, [.shift, .control])),
    ("\u{1B}[3;5~", Key(.delete, .control)), ("\u{1B}[5;3~", Key(.pageUp, .alt)),
    ("\u{1B}[1;9A", Key(.up, .alt)),
    // The Linux console, screen and tmux.
    ("\u{1B}[1~", .home), ("\u{1B}[4~", .end),
    ("\u{1B}[[A", Key(.function(1))), ("\u{1B}[[E", Key(.function(5))),
    // rxvt.
    ("\u{1B}[7~", .home), ("\u{1B}[8~", .end), ("\u{1B}[a", Key(.up, .shift)),
    ("\u{1B}[d", Key(.left, .shift)), ("\u{1B}Oa", Key(.up, .control)),
    ("\u{1B}Oc", Key(.right, .control)), ("\u{1B}[7$", Key(.home, .shift)),
    ("\u{1B}[8^", Key(.end, .control)), ("\u{1B}[3@", Key(.delete, [.shift, .control])),
    ("\u{1B}[23$", Key(.function(11), .shift)),
    ("\u{1B}\u{1B}[A", Key(.up, .alt)), ("\u{1B}\u{1B}[5~", Key(.pageUp, .alt)),
    ("\u{1B}\u{1B}OC", Key(.right, .alt)), ("\u{1B}\u{1B}[[B", Key(.function(2), .alt)),
    // F-keys.
    ("\u{1B}OP", Key(.function(1))), ("\u{1B}OS", Key(.function(4))),
    ("\u{1B}[P", Key(.function(1))), ("\u{1B}[11~", Key(.function(1))),
    ("\u{1B}[14~", Key(.function(4))), ("\u{1B}[15~", Key(.function(5))),
    ("\u{1B}[17~", Key(.function(6))), ("\u{1B}[21~", Key(.function(10))),
    ("\u{1B}[23~", Key(.function(11))), ("\u{1B}[24~", Key(.function(12))),
    ("\u{1B}[25~", Key(.function(13))), ("\u{1B}[26~", Key(.function(14))),
    ("\u{1B}[28~", Key(.function(15))), ("\u{1B}[29~", Key(.function(16))),
    ("\u{1B}[31~", Key(.function(17))), ("\u{1B}[34~", Key(.function(20))),
    ("\u{1B}[42~", Key(.function(21))), ("\u{1B}[45~", Key(.function(24))),
    ("\u{1B}[1;5P", Key(.function(1), .control)), ("\u{1B}[1;2R", Key(.function(3), .shift)),
    ("\u{1B}O5Q", Key(.function(2), .control)), ("\u{1B}O1;2S", Key(.function(4), .shift)),
    ("\u{1B}[24;5~", Key(.function(12), .control)), ("\u{1B}[57387u", Key(.function(24))),
    // The numeric pad as an application's.
    ("\u{1B}OM", .enter), ("\u{1B}Op", .character("0")), ("\u{1B}Oy", .character("9")),
    ("\u{1B}Ok", .character("+")), ("\u{1B}Om", .character("-")), ("\u{1B}OX", .character("=")),
    // modifyOtherKeys and CSI u.
    ("\u{1B}[27;5;13~", Key(.enter, .control)), ("\u{1B}[27;2;65~", .character("A")),
    ("\u{1B}[27;5;49~", Key(.character("1"), .control)),
    ("\u{1B}[97u", .character("a")), ("\u{1B}[97;2u", .character("A")),
    ("\u{1B}[269;2u", .character("Č")), ("\u{1B}[97;5u", .control("a")),
    ("\u{1B}[65;6u", Key(.character("a"), [.shift, .control])),
    ("\u{1B}[97;4u", Key(.character("A"), .alt)), ("\u{1B}[49:33;2u", .character("!")),
    ("\u{1B}[97;1;225u", .character("á")), ("\u{1B}[13;2u", Key(.enter, .shift)),
    ("\u{1B}[27u", .escape), ("\u{1B}[9;2u", .backTab),
    ("\u{1B}[127;5u", Key(.backspace, .control)),
    ("\u{1B}[105;5u", .tab), ("\u{1B}[109;5u", .enter), ("\u{1B}[104;5u", .backspace),
    ("\u{1B}[91;5u", .escape), ("\u{1B}[57404u", .character("5")), ("\u{1B}[57414u", .enter),
    ("\u{1B}[1;1:1A", .up), ("\u{1B}[1;5:2B", Key(.down, .control)),
  ]

  static let others: [(String, [Input])] = [
    // Releases of keys, focus, responses and unknown keys.
    ("\u{1B}[97;1:3u", []), ("\u{1B}[1;1:3A", []), ("\u{1B}[3;1:3~", []), ("\u{1B}[57441u", []),
    ("\u{1B}[I", []), ("\u{1B}[O", []), ("\u{1B}[E", []), ("\u{1B}[99~", []), ("\u{1B}[201~", []),
    ("\u{1B}[?62;1;6;9c", []), ("\u{1B}[>0;276;0c", []), ("\u{1B}[24;80R", []),
    ("\u{1B}[?2026;2$y", []), ("\u{1B}[8;24;80t", []), ("\u{1B}[?0u", []), ("\u{1B}[1;2 q", []),
    ("\u{1B}[55296u", []), ("\u{1B}[99999999999999999999u", []),
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", []), ("\u{1B}]10;rgb:ff/ff/ff\u{7}", []),
    ("\u{1B}P1+r544e=787465726d\u{1B}\\", []), ("\u{1B}_Gi=1;OK\u{1B}\\", []),
    ("\u{1B}^private\u{1B}\\", []), ("\u{1B}[M #!", []), ("\u{1B}[=5u", []),
    // The input after them is decoded normally.
    ("\u{1B}[99~x", [.key(.character("x"))]), ("\u{1B}[[Zx", [.key(.character("x"))]),
    ("\u{1B}]0;title\u{1B}[A", [.key(.up)]), ("\u{1B}[M #!x", [.key(.character("x"))]),
    ("\u{1B}[12\u{3}", [.key(.control("c"))]), ("\u{1B}[1;5\u{1B}[B", [.key(.down)]),
    ("\u{1B}[1č", [.key(.character("č"))]), ("\u{1B}]11\r", [.key(.enter)]),
    ("\u{1B}[\r", [.key(Key(.character("["), .alt)), .key(.enter)]),
    ("\u{1B}O\u{1B}[A", [.key(Key(.character("O"), .alt)), .key(.up)]),
    ("\u{1B}]\t", [.key(Key(.character("]"), .alt)), .key(.tab)]),
    ("\u{1B}\u{1B}\u{1B}[A", [.key(.escape), .key(Key(.up, .alt))]),
    ("\u{1B}\u{1B}x", [.key(.escape), .key(Key(.character("x"), .alt))]),
    ("\u{1B}[" + String(repeating: "1", count: 200) + "A", []),
    ("Zkouška\r", "Zkouška".map { .key(.character($0)) } + [.key(.enter)]),
    // The controls of eight bits are not keys.
    ("\u{85}\u{9B}A", [.key(.character("A"))]),
    // The mouse.
    ("\u{1B}[<0;1;1M", [.mouse(Mouse(.press, at: Position(column: 0, row: 0)))]),
    ("\u{1B}[<0;300;20m", [.mouse(Mouse(.release, at: Position(column: 299, row: 19)))]),
    ("\u{1B}[<32;5;6M", [.mouse(Mouse(.drag, at: Position(column: 4, row: 5)))]),
    ("\u{1B}[<64;5;6M", [.mouse(Mouse(.scrollUp, at: Position(column: 4, row: 5)))]),
    ("\u{1B}[<65;5;6M", [.mouse(Mouse(.scrollDown, at: Position(column: 4, row: 5)))]),
    ("\u{1B}[<28;5;6M", [.mouse(Mouse(.press, at: Position(column: 4, row: 5)))]),
    ("\u{1B}[<2;5;6M", []), ("\u{1B}[<35;5;6M", []), ("\u{1B}[<66;5;6M", []),
    ("\u{1B}[<M", [.mouse(Mouse(.press, at: Position(column: 0, row: 0)))]),
    // Pastes.
    ("\u{1B}[200~a\r\nb\rc\nd\u{1B}[201~", [.paste("a\nb\nc\nd")]),
    ("\u{1B}[200~\u{1B}[201~x", [.paste(""), .key(.character("x"))]),
    ("\u{1B}[200~\u{1B}[31m\u{3}\t\u{1B}[201~", [.paste("\u{1B}[31m\u{3}\t")]),
    ("\u{1B}[200~\u{1B}[20\u{1B}\u{1B}[201~", [.paste("\u{1B}[20\u{1B}")]),
    ("\u{1B}[200~Žluťoučký\u{1B}[200~\u{1B}[201~", [.paste("Žluťoučký\u{1B}[200~")]),
  ]
}
