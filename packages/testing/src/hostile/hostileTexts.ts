/**
 * Named texts with characters that are invisible, reverse the text, control a terminal or forge a line.
 *
 * ```ts
 * import { hiddenTexts } from "@toolgate/testing/hostile"
 *
 * console.log(hiddenTexts.some(([, text]) => text.includes("\u202e"))) // true
 * ```
 */
export const hiddenTexts: ReadonlyArray<readonly [of: string, text: string]> = [
  ["a zero-width space", "a\u200bb"],
  ["a joiner between letters that need none", "a\u200db"],
  ["a non-joiner at the end of a word", "می\u200c"],
  ["a mark of direction", "\u202eb\u202c"],
  ["an isolate", "\u2066b\u2069"],
  ["a word joiner", "a\u2060b"],
  ["an invisible sign of mathematics", "a\u2063b"],
  ["a byte order mark", "\ufeffa"],
  ["a soft hyphen", "pass\u00adword"],
  ["a filler of Hangul", "a\u3164b"],
  ["letters as tags", [..."ignore"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("")],
  ["letters as tags behind a flag", "\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}"],
  ["a language tag", "a\u{e0001}b"],
  ["variation selectors that spell bytes", "a\ufe01\ufe02\u{e0101}\u{e0110}"],
  ["a variation selector behind a letter", "a\ufe0f"],
  ["several variation selectors behind an emoji", "\u{1f600}\ufe0f\ufe0f"],
  ["a joiner behind an emoji", "\u{1f600}\u200d"],
  ["an annotation", "a\ufff9b\ufffac\ufffb"],
  ["a control character", "a\u001b[31mb"],
  ["a separator of lines", "a\u2028b"],
  ["half a character", "a\ud800b"],
  ["a command for the clipboard", "\u001b]52;c;cm0gLXJm\u0007"],
  ["a link of a terminal", "\u001b]8;;https://evil.example\u0007bank.example\u001b]8;;\u0007"],
  ["a command of eight bits", "a\u009b2Jb"],
  ["a line written over", "rm -rf /\rls\u001b[K"],
  ["letters taken back", "evil\b\b\b\bgood"],
  ["a forged line", "ok\n2026-01-01 INFO approved by ada"],
  ["a forged line behind another line end", "ok\u0085approved\u2029approved"]
]

/**
 * Ordinary texts in which a joiner or a mark is visible.
 *
 * ```ts
 * import { plainTexts } from "@toolgate/testing/hostile"
 *
 * console.log(plainTexts.some(([, text]) => text.includes("\u200d"))) // true
 * ```
 */
export const plainTexts: ReadonlyArray<readonly [of: string, text: string]> = [
  ["lines and tabs", "a\tb\r\nc\nd"],
  ["other scripts", "Ключ, 東京タワー, ελληνικά, العربية, עברית, ไทย"],
  ["Persian", "می\u200cخواهم کتاب\u200cها را بخوانم"],
  ["Hindi", "क\u094d\u200dष और र\u094d\u200cय"],
  ["an emoji", "\u{1f600} ok"],
  ["an emoji with its look", "❤\ufe0f"],
  ["a family", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
  ["a person with a skin tone", "\u{1f44d}\u{1f3fd}, \u{1f469}\u{1f3fd}\u200d\u{1f4bb}"],
  ["a flag of joined parts", "\u{1f3f3}\ufe0f\u200d\u{1f308}"],
  ["a flag of letters", "\u{1f1e9}\u{1f1ea}"],
  ["a flag of a region", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ["a key", "1\ufe0f\u20e3"],
  ["marks above letters", "e\u0301, n\u0303"]
]
