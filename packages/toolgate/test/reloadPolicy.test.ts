import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createToolgate, defineTool } from "toolgate"
import { PolicyInvalid } from "toolgate/effect"
import Type from "typebox"
import { describe, expect, it, onTestFinished } from "vitest"

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {}, child: () => silent }

const openWith = async (text: string, further: { readonly cascade?: "refused" } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "reload-"))
  const file = join(folder, "toolgate.yaml")
  writeFileSync(file, text)
  let finish: () => void = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    sideEffects: "NONE",
    parameters: Type.Object({}),
    execute: async () => {
      await finished
      return "done"
    }
  })
  const note = defineTool({
    name: "note",
    description: "Notes.",
    sideEffects: "WRITE",
    parameters: Type.Object({}),
    execute: () => "noted"
  })
  const workspace = mkdtempSync(join(tmpdir(), "reload-workspace-"))
  const store = { at: join(folder, "gate.sqlite"), answers: "recorded" } as const
  const options = { workspace, policy: { files: [file], ...further }, tools: [wait, note], store }
  const gate = await createToolgate({ ...options, onAsk: "wait", logger: silent })
  onTestFinished(async () => {
    await gate.close()
    for (const one of [folder, workspace]) rmSync(one, { recursive: true, force: true })
  })
  const decide = async (tool: string) => (await gate.judge({ id: "1", tool, args: {} })).decision
  return { gate, file, finish, decide }
}

const denying = "version: 1\nrules: { deny: [wait] }\n"

describe("reloadPolicy", () => {
  it("judges later calls by the new files, while an earlier call keeps its verdict", async () => {
    const { gate, file, finish, decide } = await openWith("version: 1\n")
    const running = gate.dispatch({ id: "1", tool: "wait", args: {} })
    await expect.poll(() => decide("wait")).toBe("allow")
    writeFileSync(file, denying)
    expect(await decide("wait")).toBe("allow")
    const { digest, before } = await gate.reloadPolicy()
    expect(digest).not.toBe(before)
    expect(await decide("wait")).toBe("deny")
    expect(gate.canUseTool("wait")).toBe(false)
    finish()
    expect((await running).success).toBe(true)
    writeFileSync(file, "version: 1\n")
    expect(await gate.reloadPolicy()).toMatchObject({ digest: before, before: digest, files: [file] })
    expect(await decide("wait")).toBe("allow")
  })

  it("changes nothing if a file is invalid, names a tool wrongly or is gone", async () => {
    const { gate, file, decide } = await openWith(denying)
    for (const text of ["version: 1\nrules: { denny: [note] }\n", "version: 1\nrules: { deny: [nte] }\n", undefined]) {
      if (text === undefined) rmSync(file)
      else writeFileSync(file, text)
      const cause = await gate.reloadPolicy().catch((error: unknown) => error)
      expect(cause).toBeInstanceOf(PolicyInvalid)
      expect((cause as PolicyInvalid).problems[0]?.source).toContain(file)
      expect(await decide("wait")).toBe("deny")
    }
  })

  it("keeps layers that were added, and fails if they no longer fit", async () => {
    const { gate, file, decide } = await openWith("version: 1\ngroups: { own: [note] }\n")
    gate.addGlobalLayer({ deny: ["group:own"] })
    writeFileSync(file, "version: 1\ngroups: { own: [wait] }\n")
    await gate.reloadPolicy()
    expect([await decide("wait"), await decide("note")]).toEqual(["deny", "ask"])
    writeFileSync(file, "version: 1\n")
    await expect(gate.reloadPolicy()).rejects.toBeInstanceOf(PolicyInvalid)
    expect(await decide("wait")).toBe("deny")
  })

  it("counts calls against the new quotas", async () => {
    const { gate, file, finish } = await openWith("version: 1\nquotas: { wait: { per_session: 1 } }\n")
    finish()
    const call = async (id: string) => (await gate.dispatch({ id, tool: "wait", args: {} })).error?.why
    expect([await call("1"), await call("2")]).toEqual([undefined, "QuotaExceeded"])
    writeFileSync(file, "version: 1\nquotas: { wait: { per_session: 2 } }\n")
    await gate.reloadPolicy()
    expect([await call("3"), await call("4")]).toEqual([undefined, "QuotaExceeded"])
    writeFileSync(file, "version: 1\nquotas: { wait: { per_session: 0 } }\n")
    await gate.reloadPolicy()
    expect(gate.canUseTool("wait")).toBe(false)
  })

  it("judges an approved call again under the new policy, and keeps the question open", async () => {
    const { gate, file } = await openWith("version: 1\n")
    const asked = gate.dispatch({ id: "1", tool: "note", args: {} })
    const first = await nextQuestion(gate)
    writeFileSync(file, "version: 1\nrules: { deny: [note] }\n")
    await gate.reloadPolicy()
    expect((await gate.approvals.list()).map(({ id }) => id)).toEqual([first.id])
    await gate.approvals.decide(first.id, { decision: "approve" })
    expect((await asked).error?.why).toBe("PolicyDenied")
  })

  it("does not accept layers under a policy that refuses the cascade", async () => {
    const { gate, file, decide } = await openWith("version: 1\n", { cascade: "refused" })
    writeFileSync(file, "version: 1\nlayers: { global: { deny: [wait] } }\n")
    await expect(gate.reloadPolicy()).rejects.toBeInstanceOf(PolicyInvalid)
    writeFileSync(file, denying)
    await gate.reloadPolicy()
    expect(await decide("wait")).toBe("deny")
  })

  it("needs a file policy", async () => {
    const gate = await createToolgate({ workspace: ".", policy: "host", tools: [], logger: silent })
    onTestFinished(() => gate.close())
    await expect(gate.reloadPolicy()).rejects.toBeInstanceOf(TypeError)
  })
})

const nextQuestion = async (gate: Awaited<ReturnType<typeof openWith>>["gate"]) => {
  for await (const question of gate.approvals) return question
  throw new Error("There is no question.")
}
