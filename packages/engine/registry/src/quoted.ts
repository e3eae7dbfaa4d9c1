/**
 * A name that somebody else chose, fit to be read in a sentence: in double quotes, cut to `most` characters, with
 * everything escaped that could forge structure or hide text (controls, line ends, direction marks, half characters).
 */
export const quoted = (name: string, most = 64) => plainly(JSON.stringify(cut(name, most)))

/** A value out of a schema, as JSON and under the same rules. */
export const literal = (value: unknown, most = 64) =>
  typeof value === "string" ? quoted(value, most) : plainly(cut(JSON.stringify(value) ?? "nothing", most))

/** At most `most` of what is given, and how many more there are. */
export const listed = (shown: ReadonlyArray<string>, most = 20) =>
  shown.length > most ? `${shown.slice(0, most).join(", ")} and ${shown.length - most} more` : shown.join(", ")

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

const plainly = (text: string) =>
  /^[ -~]*$/.test(text)
    ? text
    : text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) => hidden.split("").map(escaped).join(""))

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
