import { explainFileError } from "@toolgate/core"

/**
 * The error for a key that cannot be had. The message is written for the person who named the key, and never holds the
 * key or a part of it.
 *
 * ```ts
 * import { KeyUnavailable, keyOf } from "@toolgate/local-secrets"
 *
 * export const key = await keyOf("env:TOOLGATE_KEY").catch((error) => {
 *   if (error instanceof KeyUnavailable) console.error(error.message)
 *   throw error
 * })
 * ```
 */
export class KeyUnavailable extends Error {
  override readonly name = "KeyUnavailable"
}

/** Returns the error for an operation on a key's file that the operating system refused. */
export const failedFor = (path: string, operation: "read" | "made", cause: unknown): KeyUnavailable => {
  if (cause instanceof KeyUnavailable) return cause
  const why = explainFileError(cause, operation === "read" ? "read" : "write")
  return new KeyUnavailable(`The key file "${path}" cannot be ${operation}: ${why}.`, { cause })
}
