/** Sanitises authors' untrusted texts for source code. Invisible characters and direction marks are removed or escaped. */

/** Returns a text for a one-line comment that it cannot end. */
export const comment = (text: string, most: number): string => shortenToLine(text, most).replaceAll("*/", "*\\/")

/** Shortens a text to one line, cut between words. */
export const shortenToLine = (text: string, most: number): string => {
  const line = text.toWellFormed().replace(unseen, " ").replace(/\s+/g, " ").trim()
  return line.length <= most ? line : `${line.slice(0, most).replace(/[\ud800-\udbff]$| \S{0,20}$/, "")}…`
}

/** Returns a string literal. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(unseen, (one) =>
    one
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("")
  )

/** Returns a member name as written in a type. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** Control characters, line separators, direction marks and invisible characters. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu
