import { plainly, quoted } from "@toolgate/core"

/** A value out of a schema, as JSON, fit to be read in a sentence. */
export const literal = (value: unknown, most = 64): string => {
  if (typeof value === "string") return quoted(value, most)
  const text = JSON.stringify(value) ?? "nothing"
  return plainly(text.length > most ? `${text.slice(0, most)}…` : text)
}

/** At most `most` of what is given, and how many more there are. */
export const listed = (shown: ReadonlyArray<string>, most = 20): string =>
  shown.length > most ? `${shown.slice(0, most).join(", ")} and ${shown.length - most} more` : shown.join(", ")
