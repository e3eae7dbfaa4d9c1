import { createHmac, randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/keys"
import { expect, it } from "vitest"

const texts = ["", "a", "é", "𝄞", "\ud800", "x".repeat(4096), "€".repeat(4096), "x".repeat(4097), "a"]

it.each([32, 63, 64, 65, 200])("digests texts of any length as HMAC-SHA-256 does, with a key of %i bytes", (length) => {
  const bytes = randomBytes(length)
  const key = new SecretKey(bytes)
  const expected = texts.map((text) => `hmac-sha256:${createHmac("sha256", bytes).update(text).digest("hex")}`)
  expect(texts.map((text) => key.digest(text))).toEqual(expected)
})
