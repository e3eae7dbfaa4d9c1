import { existsSync, writeFileSync } from "node:fs"
import type { ExecutionGrant, FileContent } from "@toolgate/core"
import { readContent } from "@toolgate/processes/contents"
import { runHandles, runToEnd } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { inWorkspace } from "./granting.ts"
import { hasBubblewrap, makeSandbox, permitFor, type Running, run, toolOf, type Workspace } from "./running.ts"

const confinements: ReadonlyArray<ExecutionGrant["confinement"]> = hasBubblewrap ? ["required", "waived"] : ["waived"]

const running = (workspace: Workspace, files?: ReadonlyArray<FileContent>): Running => ({
  workspace,
  command: { argv: ["sh", "x.sh"], ...(files === undefined ? {} : { files }) }
})

describe.each(confinements)("a script with confinement %s, compared with its registration", (confinement) => {
  it("runs while it is unchanged, and not after a change", async () => {
    using workspace = inWorkspace({ "x.sh": "touch safe" })
    const files = [{ path: workspace.at("x.sh"), content: readContent(workspace.at("x.sh")) }]
    const parts = { ...running(workspace, files), grant: { confinement } }
    expect((await run(parts)).error).toBeUndefined()
    writeFileSync(workspace.at("x.sh"), "touch evil")
    const { error, executed } = await run(parts)
    expect([executed, error?.why]).toEqual(["no", "PolicyDenied"])
    expect(error?.message).toMatch(/the file ".*x\.sh" has changed since the gate read it/)
    expect([existsSync(workspace.at("safe")), existsSync(workspace.at("evil"))]).toEqual([true, false])
  })
})

describe.skipIf(!hasBubblewrap)("a script that changes while its confinement is prepared", () => {
  /** Starts the script, and replaces it at once, before bubblewrap can have begun. */
  const exchanged = async (workspace: Workspace, parts: Running) => {
    const sandbox = await makeSandbox(parts)
    const prepared = await Effect.runPromise(sandbox.prepare(permitFor(parts), toolOf(parts)))
    const ran = runToEnd(prepared, runHandles({ onStop: () => {} }))
    writeFileSync(workspace.at("x.sh"), "touch evil")
    return ran
  }

  it("does not run, because it is compared after all other preparations", async () => {
    using workspace = inWorkspace({ "x.sh": "touch safe" })
    const files = [{ path: workspace.at("x.sh"), content: readContent(workspace.at("x.sh")) }]
    expect(await exchanged(workspace, running(workspace, files))).toMatchObject({
      executed: "no",
      error: { why: "PolicyDenied" }
    })
    expect([existsSync(workspace.at("safe")), existsSync(workspace.at("evil"))]).toEqual([false, false])
  })

  it("would have run its current content without the comparison", async () => {
    using workspace = inWorkspace({ "x.sh": "touch safe" })
    expect((await exchanged(workspace, running(workspace))).error).toBeUndefined()
    expect(existsSync(workspace.at("evil"))).toBe(true)
  })
})
