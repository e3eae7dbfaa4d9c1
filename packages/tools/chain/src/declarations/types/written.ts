/**
 * Texts of authors whom nobody vouches for, as they may stand in source text. What a reader does not see, or what orders text in
 * another direction than it is written in, is left out or escaped.
 */

/** Returns a text as a part of a comment of one line, which it does not end. */
export const comment = (text: string, most: number): string => oneLine(text, most).replaceAll("*/", "*\\/")

/** Returns a text as one line of about as many characters, cut between words. */
export const oneLine = (text: string, most: number): string => {
  const line = text.toWellFormed().replace(unseen, " ").replace(/\s+/g, " ").trim()
  return line.length <= most ? line : `${line.slice(0, most).replace(/[\ud800-\udbff]$| \S{0,20}$/, "")}…`
}

/** Returns a text as a literal. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(unseen, (one) =>
    one
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("")
  )

/** Returns the name of a member as it stands in a type. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** Control characters, separators of lines, the marks that change the direction of text, and what is drawn as nothing. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu
