import { createHash } from "node:crypto"

/**
 * Returns the digest of a text that is only compared. The text may be long or contain characters that a database
 * rejects.
 */
export const computeDigest = (text: string | ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(text)).digest("hex")
