/**
 * Escapes the invisible characters of a text, such as `\u200b`, so that a model reads what a person sees. Keeps line ends,
 * tabs, joiners inside words of scripts that need them, and joiners inside emoji.
 *
 * For example `"a\u{e0062}b"` => `"a\\udb40\\udc62b"`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { escapeHidden } from "@toolgate/core"
 *
 * assert.equal(escapeHidden("a\u{e0062}b"), "a\\udb40\\udc62b")
 * // Line ends and emoji stay as they are.
 * assert.equal(escapeHidden("done 👩‍🚀\n"), "done 👩‍🚀\n")
 * ```
 */
export const escapeHidden = (text: string): string =>
  /^[\t\n\r -~]*$/.test(text)
    ? text
    : text.replaceAll(seen, (found, kept: string | undefined) => kept ?? found.split("").map(escaped).join(""))

/**
 * Whether a text has invisible characters.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { hasHidden } from "@toolgate/core"
 *
 * assert.equal(hasHidden("rm\u200b notes.txt"), true)
 * assert.equal(hasHidden("rm notes.txt"), false)
 * ```
 */
export const hasHidden = (text: string): boolean => escapeHidden(text) !== text

/** Scripts whose words may contain joiners between letters. */
const joining = [
  "Arabic",
  "Bengali",
  "Devanagari",
  "Gujarati",
  "Gurmukhi",
  "Kannada",
  "Khmer",
  "Malayalam",
  "Mongolian",
  "Myanmar",
  "Oriya",
  "Sinhala",
  "Syriac",
  "Tamil",
  "Telugu"
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("")

/** An emoji with its variation selectors. Source: Unicode Technical Standard #51, 1.4.9 */
const emoji = "\\p{Extended_Pictographic}(?:\\ufe0f|\\ufe0e|\\p{Emoji_Modifier})?"

/** Regions with a flag, as spelled by tags after a black flag. Source: UTS #51, annex C.1.1 */
const flags = ["gbeng", "gbsct", "gbwls"].map((region) =>
  [...region, "\x7f"].map((char) => `\\u{${(0xe0000 + char.charCodeAt(0)).toString(16)}}`).join("")
)

/** Matches invisible characters. The group matches those that belong to a visible character. */
const seen = new RegExp(
  [
    `(\\u{1f3f4}(?:${flags.join("|")})|${emoji}(?:\\u200d${emoji})*|[0-9#*]\\ufe0f\\u20e3|(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])|[\\t\\n\\r])`,
    "[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]"
  ].join("|"),
  "gu"
)

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
