import assert from "node:assert/strict"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { testPreparing } from "@toolgate/testing"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
const make = NodeHostSandbox.make.pipe(Effect.provide(NodeFileSystems.layer))
const echoes = { kind: "function", stateless: true, make: () => ({ execute: (args: object) => args }) } as const
testPreparing({ describe, it }, { make, runs: [echoes] })
for (const run of cases) await run()
assert(cases.length > 0)
