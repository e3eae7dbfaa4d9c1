import { escapeUnprintable, quoted } from "@toolgate/core"

/** Formats a schema value as JSON for a sentence. */
export const formatLiteral = (value: unknown, most = 64): string => {
  if (typeof value === "string") return quoted(value, most)
  const text = JSON.stringify(value) ?? "nothing"
  return escapeUnprintable(text.length > most ? `${text.slice(0, most)}…` : text)
}

/** Joins at most `most` texts, and adds the number of the others. */
export const formatList = (shown: ReadonlyArray<string>, most = 20): string =>
  shown.length > most ? `${shown.slice(0, most).join(", ")} and ${shown.length - most} more` : shown.join(", ")
