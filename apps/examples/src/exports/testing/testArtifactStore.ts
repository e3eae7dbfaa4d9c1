import assert from "node:assert/strict"
import { MemoryArtifactStore } from "@toolgate/artifacts"
import { testArtifactStore } from "@toolgate/testing"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
testArtifactStore({ describe, it }, (options) => MemoryArtifactStore.layer(options))
for (const run of cases) await run()
assert(cases.length > 0)
