import { accessSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { FileAuditLog, folderSource, readAuditLog, verifyAuditLog } from "@toolgate/audit"
import { type ResolvedPath, unlimited } from "@toolgate/core"
import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { type Grant, openSupervisor, script, speaking } from "./openSupervisor.ts"

const isThere = (path: string): boolean => {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}

const withBubblewrap = it.skipIf(!["/usr/bin/bwrap", "/bin/bwrap"].some(isThere))

/** A grant of nothing but the system, and the Node that runs the test. */
const confined: Grant = {
  confinement: "required",
  limits: unlimited(),
  access: {
    files: [{ path: realpathSync(dirname(dirname(process.execPath))) as ResolvedPath, mode: "r", scope: "tree" }],
    hosts: [],
    env: []
  }
}

withBubblewrap("a confined runner reaches the workspace through the gate and not past it", async () => {
  const { start, workspace } = await openSupervisor()
  writeFileSync(join(workspace, "notes.txt"), "for the gate")
  const { ended, printed } = await start(
    script(`${speaking}
      import { readFileSync } from "node:fs"
      try { readFileSync(hello.workspace + "/notes.txt") } catch (error) { console.log(error.code) }
      try { await fetch("http://127.0.0.1:1/") } catch (error) { console.log("no network") }
      send({ op: "tool_call", tool_call_id: "1", tool: "read_file", args: { path: "notes.txt" } })
      console.log((await nextOf("tool_response")).content[0].text)
      console.log(process.env.SECRET, process.getuid())
      process.exit()`),
    { grant: confined }
  )
  expect(await ended).toMatchObject({ how: "exited", status: 0, enforced: { access: "bubblewrap" } })
  expect(printed.stdout).toBe("ENOENT\nno network\nfor the gate\nundefined 65534\n")
})

withBubblewrap("a child of a confined runner is confined", async () => {
  const { start, workspace } = await openSupervisor()
  writeFileSync(join(workspace, "notes.txt"), "for the gate")
  const child = `
    import { readFileSync } from "node:fs"
    try { readFileSync(${JSON.stringify(join(workspace, "notes.txt"))}) } catch (error) { console.log(error.code) }
    process.exit()`
  const { ended, printed } = await start(
    script(`${speaking}
      const command = [process.execPath, "--input-type=module", "-e", ${JSON.stringify(child)}]
      send({ op: "agent_start", agent_id: "1", agent: "child", command })
      await nextOf("agent_ended")
      process.exit()`),
    { grant: confined }
  )
  await ended
  expect(printed.stdout).toBe("ENOENT\n")
})

withBubblewrap("a runner that reaches one of its limits is ended, and its ending names the limit", async () => {
  const { start } = await openSupervisor()
  const { ended } = await start(script("for (;;);"), {
    grant: { ...confined, limits: { ...unlimited(), wallMs: 300 } },
    bounds: { shutdownMs: 0, terminateMs: 50 }
  })
  expect(await ended).toMatchObject({ how: "limit", message: expect.stringMatching(/exceeded its limit of 300 ms/) })
})

withBubblewrap("a confined runner that is killed by a signal reports that signal", async () => {
  const { start } = await openSupervisor()
  const { ended } = await start(script('process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000)'), {
    grant: confined
  })
  expect(await ended).toMatchObject({
    how: "signalled",
    signal: "SIGSEGV",
    status: null,
    message: 'Runner "agent-1" was killed by SIGSEGV.'
  })
})

it("every call is on record before it runs, and every refusal, under the runner's own ids", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-audit-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { start, close } = await openSupervisor({
    audit: Layer.orDie(FileAuditLog.layer({ folder })),
    policy: "version: 1\nrules: { deny: [write_file], allow: [] }\n"
  })
  const { ended } = await start(
    script(`${speaking}
      send({ op: "tool_call", tool_call_id: "a", tool: "Echo", args: { text: "hello" } })
      await nextOf("tool_response")
      send({ op: "tool_call", tool_call_id: "b", tool: "write_file", args: { path: "a", content: "" } })
      await nextOf("tool_response")
      process.exit()`),
    { agent: "recorded", session: "s" }
  )
  await ended
  await close()
  const records: Array<unknown> = []
  for await (const { record } of readAuditLog(folderSource(folder))) records.push(record)
  expect(records).toMatchObject([
    { kind: "log.opened" },
    {
      kind: "tool.call.dispatched",
      agent: "recorded",
      session: "s",
      tool_call_id: "a",
      tool: "Echo",
      args: { text: "hello" }
    },
    { kind: "tool.call.completed", tool_call_id: "a" },
    { kind: "tool.call.denied", tool_call_id: "b", tool: "write_file", error: { why: "PolicyDenied" } },
    { kind: "log.closed" }
  ])
  expect((await verifyAuditLog(folderSource(folder))).problems).toEqual([])
})
