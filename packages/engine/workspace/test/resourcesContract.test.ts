import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Resources } from "@toolgate/core"
import { testResources } from "@toolgate/testing"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, describe, it } from "vitest"
import { WorkspaceResources } from "../src/index.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-resources-")))
const workspace = join(base, "workspace")
mkdirSync(join(workspace, "sub"), { recursive: true })
writeFileSync(join(workspace, "notes.txt"), "")

const runtime = ManagedRuntime.make(WorkspaceResources.layer)
afterAll(async () => {
  await runtime.dispose()
  rmSync(base, { recursive: true, force: true })
})

testResources({ describe, it }, { resources: await runtime.runPromise(Resources), workspace })
