import assert from "node:assert/strict"
import { tryNameAttacks } from "@toolgate/testing/hostile"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
const tools = new Map([["read_file", "reads"]])
tryNameAttacks({ describe, it }, (name) => tools.get(name))
for (const run of cases) await run()
assert(cases.length > 0)
