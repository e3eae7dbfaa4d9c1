import { ok } from "node:assert/strict"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"
import { secretShapes } from "./secretShapes.ts"

/**
 * Checks that a redaction removes the secrets in `secretShapes`: tokens, keys, command words, addresses, encodings and
 * sentences.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { LogRedaction } from "@toolgate/redaction"
 * import { trySecretAttacks } from "@toolgate/testing/hostile"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * trySecretAttacks({ describe, it }, (value) => LogRedaction.line({ value }, "")[0])
 * for (const run of cases) await run()
 * assert(cases.length > 0)
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
