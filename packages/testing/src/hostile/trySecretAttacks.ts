import { ok } from "node:assert/strict"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"
import { secretShapes } from "./secretShapes.ts"

/**
 * Checks that a redaction removes the secrets in `secretShapes`: tokens, keys, command words, addresses, encodings and
 * sentences.
 *
 * ```ts
 * import { describe, it } from "node:test"
 * import { trySecretAttacks } from "@toolgate/testing/hostile"
 *
 * export const attack = (redact: (value: unknown) => unknown) => trySecretAttacks({ describe, it }, redact)
 * ```
 */
export const trySecretAttacks = (suite: SuiteFunctions, redact: (value: unknown) => unknown): void => {
  const rows = secretShapes.map((shape) => [`${shape.of}: ${JSON.stringify(shape.given)}`, shape] as const)
  declareAttacks(suite, "secrets are not seen in any shape", rows, async ({ given, secret }) => {
    const hidden = JSON.stringify(secret).slice(1, -1)
    ok(JSON.stringify(given).includes(hidden))
    ok(!JSON.stringify(await redact(given)).includes(hidden), "The secret is seen.")
  })
}
