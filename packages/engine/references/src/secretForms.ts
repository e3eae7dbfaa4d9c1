/**
 * Returns the forms in which a program repeats a secret without meaning to: as it is, in a URL, in JSON and in base64, such as that of
 * an `Authorization: Basic`. A program that wants to can always find another one.
 */
export const formsOf = (secret: string): ReadonlyArray<string> => [
  secret,
  encodeURIComponent(secret.toWellFormed()),
  JSON.stringify(secret).slice(1, -1),
  ...[0, 1, 2].flatMap((before) => inBase64(secret, before))
]

/** Returns the characters of base64 that are the same whatever stands around the secret, `before` bytes behind a full group. */
const inBase64 = (secret: string, before: number): ReadonlyArray<string> => {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3))
  const from = before === 0 ? 0 : 4
  const forms = (["base64", "base64url"] as const).map((encoding) => whole.toString(encoding).slice(from))
  return forms.filter(({ length }) => length >= leastEncoded)
}

/** The characters that another text has hardly ever by chance. */
const leastEncoded = 8
