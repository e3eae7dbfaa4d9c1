import assert from "node:assert/strict"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { testSandbox } from "@toolgate/testing"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
const command = { kind: "command", input: "stdin", output: "json", env: {}, folder: undefined } as const
testSandbox(
  { describe, it },
  {
    make: NodeHostSandbox.make.pipe(Effect.provide(NodeFileSystems.layer)),
    echoes: { ...command, argv: ["cat"] },
    fails: { ...command, argv: ["false"] },
    runsForever: { ...command, argv: ["sleep", "1000"] },
    floods: { ...command, argv: ["head", "-c", "1000000", "/dev/zero"], output: "text" }
  }
)
await cases[0]?.()
assert(cases.length > 1)
