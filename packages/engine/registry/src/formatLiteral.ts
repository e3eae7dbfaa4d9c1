import { escapeUnprintable, quoted } from "@toolgate/core"

/** Returns a value of a schema as JSON that can stand in a sentence. */
export const formatLiteral = (value: unknown, most = 64): string => {
  if (typeof value === "string") return quoted(value, most)
  const text = JSON.stringify(value) ?? "nothing"
  return escapeUnprintable(text.length > most ? `${text.slice(0, most)}…` : text)
}

/** Returns at most `most` of the texts as a list, and the number of the others. */
export const formatList = (shown: ReadonlyArray<string>, most = 20): string =>
  shown.length > most ? `${shown.slice(0, most).join(", ")} and ${shown.length - most} more` : shown.join(", ")
