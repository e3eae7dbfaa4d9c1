import { explainFileError } from "@toolgate/core"

/**
 * The error for a key that is missing or unusable. The message is for the person who configured the key, and never
 * contains any part of it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { KeyUnavailable, readKeyReference } from "@toolgate/local-secrets"
 *
 * const cause = await readKeyReference("env:NO_SUCH_KEY").catch((error: unknown) => error)
 * assert(cause instanceof KeyUnavailable)
 * ```
 */
export class KeyUnavailable extends Error {
  override readonly name = "KeyUnavailable"
}

/** Returns the error for a failed operation on a key file. */
export const makeKeyUnavailable = (path: string, operation: "read" | "made", cause: unknown): KeyUnavailable => {
  if (cause instanceof KeyUnavailable) return cause
  const why = explainFileError(cause, operation === "read" ? "read" : "write")
  return new KeyUnavailable(`The key file "${path}" cannot be ${operation}: ${why}.`, { cause })
}
