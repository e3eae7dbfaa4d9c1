import { textSecrets } from "@toolgate/redaction"
import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"

/** Parts of texts in which secrets are looked for before they are recorded. */
const parts = [
  "a",
  "A1+/",
  " ",
  "\n",
  "=",
  "eyJ",
  "-----BEGIN ",
  "-----BEGIN A PRIVATE KEY-----\n",
  "password=",
  "Bearer ",
  "4111 ",
  "%41",
  "\\u0041",
  "token: ",
  'api_key:"',
  "://a:",
  "://a:b@",
  "a=b; ",
  "${",
  "sk-",
  "aGVsbG8",
  "A".repeat(40).concat("\n")
]

it.each(parts)("finds secrets in a text of %j in linear time", async (part) => {
  expect(await measureGrowth((text) => textSecrets(text), repeated(part), 2_000)).toBeLessThanOrEqual(mostGrowth)
})
