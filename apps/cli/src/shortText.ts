import { notOurs } from "./notOurs.ts"
import { jsonText, terminalText } from "./terminalText.ts"

/** A text that somebody else wrote, in quotes and on one line, with every character shown and none obeyed; cut where it is long. */
export const shortText = (text: string, most = 60): string => notOurs(jsonText(cut(text, most)))

/** A name as it stands where it is an ordinary one, else in quotes. */
export const shortName = (name: string): string => (/^[\w.-]{1,60}$/.test(name) ? name : shortText(name))

/** A sentence under the same rule, without quotes. */
export const shortSentence = (text: string, most = 200): string =>
  notOurs(terminalText(cut(text.replaceAll(/[\s\u2028\u2029]+/g, " "), most)))

const cut = (text: string, most: number): string => {
  // No character takes more than two places, so that a long text is not taken apart for its beginning.
  const characters = [...text.slice(0, 2 * most + 2)]
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text
}
