import assert from "node:assert/strict"
import { realpathSync } from "node:fs"
import { FileSystems, type ResolvedPath } from "@toolgate/core"
import { testFiles } from "@toolgate/testing"
import { PortableFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
const { containment, open } = await Effect.runPromise(Effect.provide(FileSystems, PortableFileSystems.layer))
testFiles({ describe, it }, { containment, open, resolved: async (path) => realpathSync(path) as ResolvedPath })
await cases[0]?.()
assert(cases.length > 1)
