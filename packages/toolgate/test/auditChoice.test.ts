import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AuditLog } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { AuditLogUnavailable } from "../src/effect.ts"
import { builtins, createToolgate, shell } from "../src/index.ts"

/** Makes two adjacent folders. Calls work in one of them. */
const folders = () => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-audit-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  mkdirSync(join(path, "work"))
  mkdirSync(join(path, "beside"))
  return { path, workspace: join(path, "work"), beside: join(path, "beside") }
}

const open = (workspace: string, folder: string) =>
  createToolgate({ workspace, policy: "host", tools: builtins({ withHostTools: true }), audit: { folder } })

const recorded = (folder: string): ReadonlyArray<{ readonly kind: string }> =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".ndjson"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"))
    .map((line) => JSON.parse(line))

describe("the audit of a gate", () => {
  it("records every call, in a folder that it creates if needed", async () => {
    const { workspace, beside } = folders()
    const folder = join(beside, "not", "yet")
    const gate = await open(workspace, folder)
    await gate.dispatch({ id: "1", tool: "write_file", args: { path: "a.txt", content: "x" } })
    await gate.dispatch({ id: "2", tool: "write_file", args: { path: "../a.txt", content: "x" } })
    await gate.close()
    expect(recorded(folder).map(({ kind }) => kind)).toEqual([
      "log.opened",
      "tool.call.dispatched",
      "tool.call.completed",
      "tool.call.denied",
      "log.closed"
    ])
  })

  it.each([
    ["the workspace itself", "work"],
    ["within it", "work/audit"],
    ["within it, where nothing is yet", "work/not/yet"],
    ["what holds it", "."],
    ["within it, by way of a link", "link/audit"]
  ])("refuses a folder that calls could change: %s", async (_where, name) => {
    const { path, workspace } = folders()
    symlinkSync(workspace, join(path, "link"))
    const folder = join(path, name)
    const refusal = await open(workspace, folder).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AuditLogUnavailable)
    expect(refusal).toMatchObject({
      folder,
      message: `Cannot keep an audit log in "${folder}": calls in the workspace "${workspace}" could change it. Choose a folder outside the workspace.`
    })
  })

  it("accepts a folder beside the workspace with a name that begins like it", async () => {
    const { path, workspace } = folders()
    await using gate = await open(workspace, join(path, "..work"))
    await using other = await open(workspace, `${workspace}-audit`)
    for (const opened of [gate, other])
      expect(await opened.dispatch({ id: "1", tool: "Echo", args: { text: "x" } })).toMatchObject({ success: true })
  })

  it("cannot be reached by tools for the host's files, under any policy", async () => {
    const { path, workspace, beside } = folders()
    const policy = join(path, "policy.yaml")
    writeFileSync(policy, "version: 1\nrules: { allow: [Write, shell] }\n")
    const tools = [...builtins({ withHostTools: true }), shell]
    await using gate = await createToolgate({
      workspace,
      policy: { files: [policy] },
      tools,
      audit: { folder: beside }
    })
    const [segment = ""] = readdirSync(beside).filter((name) => name.endsWith(".ndjson"))
    const forged = { path: join(beside, segment), content: "" }
    expect(await gate.dispatch({ id: "1", tool: "Write", args: forged })).toMatchObject({
      executed: "no",
      error: { class: "permission_denied", message: expect.stringContaining("audit log") }
    })
    expect(
      await gate.dispatch({ id: "2", tool: "shell", args: { command: `rm ${join(beside, segment)}` } })
    ).toMatchObject({
      executed: "no",
      error: { class: "permission_denied" }
    })
    expect(recorded(beside).map(({ kind }) => kind)).toContain("log.opened")
  })

  it("accepts an app's own record", async () => {
    const seen: Array<string> = []
    const own = Layer.succeed(AuditLog, {
      entry: ({ request }) => ({
        intend: () => Effect.void,
        end: ({ success }) => {
          seen.push(`${request.tool.name} ${success}`)
        }
      }),
      refused: ({ toolName }) => {
        seen.push(`refused ${toolName}`)
      }
    })
    await using gate = await createToolgate({
      workspace: folders().workspace,
      policy: "host",
      tools: builtins({ withHostTools: true }),
      audit: own
    })
    await gate.dispatch({ id: "1", tool: "Echo", args: { text: "x" } })
    await gate.dispatch({ id: "2", tool: "Ecoh", args: { text: "x" } })
    expect(seen).toEqual(["Echo true", "refused Ecoh"])
  })
})
