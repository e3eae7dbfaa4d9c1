import type { SentText, TextInput } from "../TextInput.ts"
import type { Ask } from "../worker/Job.ts"
import { impossible } from "../worker/JobFailed.ts"
import { readSentBytes } from "./readSentBytes.ts"

/** Returns a text from a job's arguments. A file has to be UTF-8; a byte order mark is removed. */
export const readText = async ({ text, place }: SentText, ask: Ask): Promise<TextInput> => {
  if (typeof text === "string") return { text: text.replace(/^\ufeff/, ""), place }
  const bytes = await readSentBytes(text, ask)
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), place }
  } catch {
    throw impossible(`${place.charAt(0).toUpperCase()}${place.slice(1)} is not UTF-8 text; convert it first.`)
  }
}
