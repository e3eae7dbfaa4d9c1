import assert from "node:assert/strict"
import { insideHosts, tryHostAttacks } from "@toolgate/testing/hostile"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
// A real program would resolve the host. This one has a list.
const inside = new Set(insideHosts.map((host) => new URL(`https://${host}/`).hostname))
tryHostAttacks({ describe, it }, (url) => inside.has(new URL(url).hostname))
for (const run of cases) await run()
assert(cases.length > 0)
