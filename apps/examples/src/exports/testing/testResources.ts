import assert from "node:assert/strict"
import { mkdir, mkdtempDisposable, realpath, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Resources } from "@toolgate/core"
import { testResources } from "@toolgate/testing"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
await using folder = await mkdtempDisposable(join(tmpdir(), "resources-"))
const workspace = join(await realpath(folder.path), "workspace")
await mkdir(join(workspace, "sub"), { recursive: true })
await writeFile(join(workspace, "notes.txt"), "")
const resources = await Effect.runPromise(Effect.provide(Resources, WorkspaceResources.layer))
testResources({ describe, it }, { resources, workspace })
await cases[0]?.()
assert(cases.length > 1)
