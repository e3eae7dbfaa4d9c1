import assert from "node:assert/strict"
import { MemoryApprovals } from "@toolgate/approval"
import { BoundedToolEvents } from "@toolgate/dispatch"
import { testPendingApprovals } from "@toolgate/testing"
import * as Layer from "effect/Layer"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
testPendingApprovals({ describe, it }, MemoryApprovals.layer().pipe(Layer.provide(BoundedToolEvents.layer)))
await cases[0]?.()
assert(cases.length > 1)
