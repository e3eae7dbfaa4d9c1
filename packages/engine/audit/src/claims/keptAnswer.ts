import type { KeyClaim, Replayed, ToolExecution } from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"

/** Returns the answer to a call sealed for its idempotency key, or `undefined` for an answer that is too long to be kept. */
export const keptAnswer = (
  key: SecretKey,
  { digest }: KeyClaim,
  { executed, output, error }: ToolExecution
): string | undefined => {
  const text = textOf({ executed, output, error })
  return text === undefined || text.length > longest ? undefined : key.seal(text, [purpose, digest])
}

/** Returns the answer that was sealed for an idempotency key, or `undefined` if it cannot be read. */
export const openAnswer = (key: SecretKey, { digest }: KeyClaim, sealed: string): Replayed | undefined => {
  const text = key.open(sealed, [purpose, digest])
  return text === undefined ? undefined : { _tag: "Replayed", error: undefined, ...JSON.parse(text) }
}

const textOf = (answer: object): string | undefined => {
  try {
    return JSON.stringify(answer)
  } catch {
    // A tool's own code may put into its output what JSON cannot express.
    return undefined
  }
}

const purpose = "idempotency answer"

/** The length, in characters, of the longest answer that is kept. */
const longest = 1024 * 1024
