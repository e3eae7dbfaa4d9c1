/** A text out of a file, fit to be read in a message: in double quotes, cut to `most` characters, nothing hidden in it. */
export const quoted = (text: string, most = 64): string =>
  plainly(JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text))

/** The text with everything escaped that could forge a line or hide text: controls, line ends, direction marks, half characters. */
export const plainly = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) => hidden.split("").map(escaped).join(""))

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
