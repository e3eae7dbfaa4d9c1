import { escapeForTerminal, formatJsonText } from "./escapeForTerminal.ts"
import { escapePrefix } from "./escapePrefix.ts"

/** Returns an untrusted text in quotes, on one line, with every character visible and no control character. A long text is cut. */
export const formatShortText = (text: string, most = 60): string => escapePrefix(formatJsonText(cut(text, most)))

/** Returns a name as it is if it is ordinary, and otherwise in quotes. */
export const formatShortName = (name: string): string => (/^[\w.-]{1,60}$/.test(name) ? name : formatShortText(name))

/** Returns a sentence under the same rule, without quotes. */
export const formatShortSentence = (text: string, most = 200): string =>
  escapePrefix(escapeForTerminal(cut(text.replaceAll(/[\s\u2028\u2029]+/g, " "), most)))

const cut = (text: string, most: number): string => {
  // A character takes at most two UTF-16 units, so that only the beginning of a long text is split.
  const characters = [...text.slice(0, 2 * most + 2)]
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text
}
