/**
 * Writes the invisible characters of a text as escapes, such as `\u200b`, so that a model reads what a person
 * reads. Line ends and tabs stay, and so do the characters that belong to what is seen: joiners within words of the
 * scripts that need them, and those within an emoji.
 *
 * For example `"a\u{e0062}b"` => `"a\\udb40\\udc62b"`
 */
export const escapeHidden = (text: string): string =>
  /^[\t\n\r -~]*$/.test(text)
    ? text
    : text.replaceAll(seen, (found, kept: string | undefined) => kept ?? found.split("").map(escaped).join(""))

/** Whether a text has invisible characters. */
export const hasHidden = (text: string): boolean => escapeHidden(text) !== text

/** The letters and marks of the scripts whose words may have joiners between letters. */
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

/** An emoji, with the characters that decide how it is drawn. Source: Unicode Technical Standard #51, 1.4.9 */
const emoji = "\\p{Extended_Pictographic}(?:\\ufe0f|\\ufe0e|\\p{Emoji_Modifier})?"

/** The regions that have a flag, as the tags after a black flag spell them. Source: UTS #51, annex C.1.1 */
const flags = ["gbeng", "gbsct", "gbwls"].map((region) =>
  [...region, "\x7f"].map((char) => `\\u{${(0xe0000 + char.charCodeAt(0)).toString(16)}}`).join("")
)

/** A pattern for invisible characters. Its group matches those that belong to a visible character. */
const seen = new RegExp(
  [
    `(\\u{1f3f4}(?:${flags.join("|")})|${emoji}(?:\\u200d${emoji})*|[0-9#*]\\ufe0f\\u20e3|(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])|[\\t\\n\\r])`,
    "[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]"
  ].join("|"),
  "gu"
)

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
