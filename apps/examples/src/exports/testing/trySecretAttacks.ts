import assert from "node:assert/strict"
import { LogRedaction } from "@toolgate/redaction"
import { trySecretAttacks } from "@toolgate/testing/hostile"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
trySecretAttacks({ describe, it }, (value) => LogRedaction.line({ value }, "")[0])
for (const run of cases) await run()
assert(cases.length > 0)
