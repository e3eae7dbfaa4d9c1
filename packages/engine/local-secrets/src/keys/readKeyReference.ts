import { KeyUnavailable } from "./KeyUnavailable.ts"
import { readKeyFile } from "./openKeyFile.ts"
import { leastBytes, SecretKey } from "./SecretKey.ts"

/**
 * Returns the key that a reference names. `file:PATH` is a file of 32 bytes that only this user can read. `env:NAME` is
 * an environment variable with at least 32 bytes in base64 or hexadecimal digits. Rejects with `KeyUnavailable`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { KeyUnavailable, readKeyReference } from "@toolgate/local-secrets"
 *
 * process.env.EXAMPLE_KEY = randomBytes(32).toString("base64")
 * assert.equal((await readKeyReference("env:EXAMPLE_KEY")).id, (await readKeyReference("env:EXAMPLE_KEY")).id)
 * delete process.env.EXAMPLE_KEY
 * await assert.rejects(readKeyReference("env:EXAMPLE_KEY"), KeyUnavailable)
 * ```
 */
export const readKeyReference = async (reference: string): Promise<SecretKey> => {
  if (reference.startsWith("file:") && reference.length > "file:".length)
    return readKeyFile(reference.slice("file:".length))
  const name = /^env:([A-Za-z_]\w*)$/.exec(reference)?.[1]
  if (name !== undefined) return keyIn(name, process.env[name])
  // The message does not quote the reference: a user may have pasted the key itself here.
  throw new KeyUnavailable('A key must be "file:PATH" or "env:NAME".')
}

const keyIn = (name: string, text: string | undefined): SecretKey => {
  const variable = `The environment variable "${name}"`
  if (text === undefined) throw new KeyUnavailable(`${variable} is not set; it must contain a key.`)
  const bytes = decoded(text.trim())
  if (bytes === undefined)
    throw new KeyUnavailable(`${variable} does not contain a key in base64 or hexadecimal digits.`)
  if (bytes.length < leastBytes)
    throw new KeyUnavailable(
      `${variable} holds ${bytes.length} bytes, and a key needs at least ${leastBytes}: make one with "openssl rand -base64 ${leastBytes}".`
    )
  return new SecretKey(bytes)
}

const decoded = (text: string): Uint8Array | undefined => {
  if (/^(?:[\da-f]{2})+$/i.test(text)) return Buffer.from(text, "hex")
  const digits = text
    .replace(/={0,2}$/, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/")
  const bytes = Buffer.from(digits, "base64")
  // The decoder skips invalid characters.
  return text === "" || bytes.toString("base64").replace(/=+$/, "") !== digits ? undefined : bytes
}
