import { symlinkSync, writeFileSync } from "node:fs"
import { type ExecutionGrant, unlimited } from "@toolgate/core"
import { Processes, type ProcessNotStarted, type ProcessSpec } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "vitest"
import { buildProcessSpec, NodeHostSandbox } from "../src/index.ts"
import { hasBubblewrap, Workspace } from "./command/running.ts"

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

interface Granted {
  readonly confinement: ExecutionGrant["confinement"]
  readonly access?: Partial<ExecutionGrant["access"]>
  readonly limits?: Partial<ExecutionGrant["limits"]>
}

/**
 * Runs a program to its end under a grant that names the whole workspace. Returns its output, its ending and the log.
 */
const runUnder = async (
  workspace: Workspace,
  words: ProcessSpec["words"],
  { confinement, access, limits }: Granted
) => {
  const logs: Array<string> = []
  const grant = {
    confinement,
    limits: { ...unlimited(), ...limits },
    access: {
      files: [{ path: workspace.path, mode: "rw" as const, scope: "tree" as const }],
      hosts: [],
      env: [],
      ...access
    }
  }
  const ran = Effect.gen(function* () {
    const under = yield* buildProcessSpec(grant)
    const it = yield* (yield* Processes).start({
      words,
      workingFolder: workspace.path,
      channel: "stdio",
      input: "nothing",
      ...under
    })
    let text = ""
    it.channel.on("data", (bytes) => {
      text += bytes
    })
    const ending = yield* Effect.promise(() => it.ended)
    return { text, ending }
  })
  const given = ran.pipe(
    Effect.provide(Processes.layer),
    Effect.provide(Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))])),
    Effect.provideService(NodeHostSandbox.HostEnvironment, { PATH: process.env.PATH ?? "", SECRET: "of the gate" })
  )
  return { ...(await Effect.runPromise(given)), logs }
}

const sh = (workspace: Workspace, script: string, granted: Granted) =>
  runUnder(workspace, ["sh", "-c", script], granted)

describe.each(confinements)("a process under a grant with confinement %s", (confinement) => {
  it("receives the variables that its grant names", async () => {
    using workspace = new Workspace()
    expect((await sh(workspace, "env", { confinement })).text).not.toContain("SECRET")
    const granted = await sh(workspace, "env", { confinement, access: { env: ["SECRET"] } })
    expect(granted.text).toMatch(/^SECRET=of the gate$/m)
  })

  it("has the limits of its grant, and its end reports how they are enforced", async () => {
    using workspace = new Workspace()
    const { ending } = await sh(workspace, "sleep 60", { confinement, limits: { wallMs: 100 } })
    expect(ending.exceeded).toBe("its limit of 100 ms of wall time")
    const access = confinement === "required" ? "bubblewrap" : "unconfined"
    expect(ending.enforced).toMatchObject({ access, wallMs: "timer", endedBy: "wallMs" })
  })
})

describe.skipIf(!hasBubblewrap)("a confined process under a grant", () => {
  const confinement = "required" as const

  it("begins in /tmp if nothing in its folder is granted", async () => {
    using workspace = new Workspace()
    expect((await sh(workspace, "pwd", { confinement, access: { files: [] } })).text).toBe("/tmp\n")
  })

  it("is not found if only the host has it, and the error says what to do", async () => {
    using workspace = new Workspace()
    writeFileSync(workspace.at("program"), "#!/bin/sh\necho here", { mode: 0o755 })
    const notThere = runUnder(workspace, [workspace.at("program")], { confinement, access: { files: [] } })
    await expect(notThere).rejects.toMatchObject({
      _tag: "ProcessNotStarted",
      message: expect.stringContaining("use its full path and grant its folder, or add that folder to")
    } satisfies Partial<ProcessNotStarted>)
  })

  it("is not started if a granted path now leads elsewhere, and the error says why", async () => {
    using workspace = new Workspace()
    const link = workspace.at("link")
    symlinkSync("/usr", link)
    const files = [{ path: link, mode: "r" as const, scope: "tree" as const }]
    const swapped = sh(workspace, "true", { confinement, access: { files } })
    await expect(swapped).rejects.toMatchObject({
      message: expect.stringContaining("a granted path now leads to another file")
    })
  })

  it("leaves behind nothing that its grant excludes from writing, and logs the removal", async () => {
    using workspace = new Workspace()
    const except = [{ pattern: `${workspace.path}/.env`, mode: "w" as const }]
    const files = [{ path: workspace.path, mode: "rw" as const, scope: "tree" as const, except }]
    const { ending, logs } = await sh(workspace, "echo made > .env; echo other > file", {
      confinement,
      access: { files }
    })
    expect(ending.status).toBe(0)
    expect(logs.join()).toContain("A program made 1 files or folders that its grant protects; 1 were removed.")
  })
})
