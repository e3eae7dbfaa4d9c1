import { randomBytes } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it, onTestFinished } from "vitest"
import { KeyUnavailable, readKeyReference, SecretKey } from "../../src/index.ts"

const name = "TOOLGATE_TEST_KEY"

const keyIn = (text: string | undefined) => {
  if (text === undefined) delete process.env[name]
  else process.env[name] = text
  onTestFinished(() => {
    delete process.env[name]
  })
  return readKeyReference(`env:${name}`)
}

const errorOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => undefined,
    (reason) => reason
  )
  expect(error).toBeInstanceOf(KeyUnavailable)
  return error.message
}

describe("a key in the environment", () => {
  it("is at least 32 bytes in base64 or hexadecimal digits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 80 }), async (bytes) => {
        const { id } = new SecretKey(bytes)
        const buffer = Buffer.from(bytes)
        const [base64, hex] = [buffer.toString("base64"), buffer.toString("hex")]
        const spellings = [base64, base64.replace(/=+$/, ""), buffer.toString("base64url"), hex, hex.toUpperCase()]
        for (const text of [...spellings, `${base64}\n`]) expect((await keyIn(text)).id).toBe(id)
      })
    )
  })

  it.each([
    [undefined, `The environment variable "${name}" is not set; it must contain a key.`],
    ["", `The environment variable "${name}" does not contain a key in base64 or hexadecimal digits.`],
    [
      "correct horse battery staple, correct",
      `The environment variable "${name}" does not contain a key in base64 or hex`
    ],
    [
      `${"A".repeat(43)}!`,
      `The environment variable "${name}" does not contain a key in base64 or hexadecimal digits.`
    ],
    [
      `${"A".repeat(42)}B`,
      `The environment variable "${name}" does not contain a key in base64 or hexadecimal digits.`
    ],
    ["c2VjcmV0", `The environment variable "${name}" holds 6 bytes, and a key needs at least 32: make one with`],
    ["ab".repeat(31), `The environment variable "${name}" holds 31 bytes, and a key needs at least 32: make one with`]
  ])("is not %j", async (text, message) => {
    expect(await errorOf(keyIn(text))).toContain(message)
  })

  it("does not appear in an error", async () => {
    const secret = randomBytes(24).toString("base64")
    for (const text of [secret, `${secret}!`]) expect(await errorOf(keyIn(text))).not.toContain(secret.slice(0, 4))
  })
})

it("refuses a reference of another form without repeating it", async () => {
  const secret = randomBytes(32).toString("base64")
  for (const reference of [secret, `env:${secret}`, "env:", "file:", "", `FILE:${secret}`, `env:A-${secret}`])
    expect(await errorOf(readKeyReference(reference))).toBe('A key must be "file:PATH" or "env:NAME".')
})
