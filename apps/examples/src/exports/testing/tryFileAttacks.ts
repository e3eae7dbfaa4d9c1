import assert from "node:assert/strict"
import { FileSystems, type ResolvedPath } from "@toolgate/core"
import { tryFileAttacks } from "@toolgate/testing/hostile"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
const { open } = await Effect.runPromise(Effect.provide(FileSystems, NodeFileSystems.layer))
tryFileAttacks({ describe, it }, (workspace) => {
  const path = workspace as ResolvedPath
  const files = open([{ path, mode: "rw", scope: "tree" }], path)
  return { read: async (name) => files.read(name), write: async (name, text) => files.write(name, text) }
})
await cases[0]?.()
assert(cases.length > 1)
