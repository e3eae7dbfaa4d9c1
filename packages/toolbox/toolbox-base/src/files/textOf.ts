import type { GivenText, SentText } from "../GivenText.ts"
import type { Ask } from "../worker/Job.ts"
import { impossible } from "../worker/JobFailed.ts"
import { bytesOf } from "./bytesOf.ts"

/** Returns a text from a job's arguments. A file has to be UTF-8; a byte order mark is removed. */
export const textOf = async ({ text, place }: SentText, ask: Ask): Promise<GivenText> => {
  if (typeof text === "string") return { text: text.replace(/^\ufeff/, ""), place }
  const bytes = await bytesOf(text, ask)
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), place }
  } catch {
    throw impossible(`${place.charAt(0).toUpperCase()}${place.slice(1)} is not UTF-8 text; convert it first.`)
  }
}
