import { readJson } from "@toolgate/core/json"

/** The members of a value that is stored as JSON, whatever they are. */
export type StoredMembers = Readonly<Record<string, unknown>>

/** Returns what is stored as JSON, or `undefined` for a text that somebody changed by hand: it is not JSON, or gives a member twice. */
export const storedJson = (text: string): unknown => {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

/** Returns the members of an object that is stored as JSON. A text that is none has no members. */
export const storedMembers = (text: string): StoredMembers => {
  const value = storedJson(text)
  return typeof value === "object" && value !== null ? (value as StoredMembers) : {}
}

/** Returns a text as it is, and for every other value an empty one. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
