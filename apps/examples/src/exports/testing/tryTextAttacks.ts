import assert from "node:assert/strict"
import { tryTextAttacks } from "@toolgate/testing/hostile"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
const encode = (sign: string) => `\\u{${sign.codePointAt(0)?.toString(16)}}`
const line = (text: string) => JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, encode)
tryTextAttacks({ describe, it }, line, "log")
for (const run of cases) await run()
assert(cases.length > 0)
