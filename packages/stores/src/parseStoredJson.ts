import { readJson } from "@toolgate/core/json"

/** The unchecked members of a stored JSON value. */
export type StoredMembers = Readonly<Record<string, unknown>>

/** Parses stored JSON, or returns `undefined` if the text was changed by hand: it is not JSON, or repeats a member. */
export const parseStoredJson = (text: string): unknown => {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

/** Returns the members of a stored JSON object, or no members for anything else. */
export const parseStoredMembers = (text: string): StoredMembers => {
  const value = parseStoredJson(text)
  return typeof value === "object" && value !== null ? (value as StoredMembers) : {}
}

/** Returns a string unchanged, and the empty string for any other value. */
export const readStoredText = (value: unknown): string => (typeof value === "string" ? value : "")
