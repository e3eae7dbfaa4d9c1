import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { note, openTestServer, say } from "./openTestServer.ts"

const openWithPolicy = async (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-policy-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, "toolgate.yaml")
  writeFileSync(file, text)
  const opened = await openTestServer({
    gate: {
      policy: { files: [file] },
      store: { at: join(folder, "gate.sqlite"), answers: "recorded" },
      tools: [note, say]
    }
  })
  const { ask: admin } = await opened.addToken({ name: "grace", rights: ["administer", "read"] })
  const { ask: caller } = await opened.addToken({ name: "ci" })
  const { body } = await caller("POST", "/v1/sessions", {})
  const call = async (tool: string) =>
    (await caller("POST", `/v1/sessions/${body.id}/calls`, { tool, args: { text: "x" } })).body
  return { ...opened, folder, file, admin, caller, call }
}

const denying = "version: 1\nrules: { deny: [say] }\n"

it("explains and judges a call, under the policy in force or a draft that never comes into force", async () => {
  const { admin, call } = await openWithPolicy("version: 1\n")
  const asked = { tool: "say", args: { text: "x" }, agent: "builder" }
  const { status, body } = await admin("POST", "/v1/policy/explain", asked)
  expect([status, body]).toMatchObject([200, { decision: "allow", call: { tool: "say", agent: "builder" } }])
  const draft = { text: denying }
  const { body: drafted } = await admin("POST", "/v1/policy/explain", { ...asked, draft })
  expect(drafted).toMatchObject({ decision: "deny", because: { layer: "rules", rule: "deny say" } })
  expect(drafted.because.source).toMatch(/toolgate\.yaml:2:\d+$/)
  expect((await admin("POST", "/v1/policy/judge", { ...asked, draft })).body.decision).toBe("deny")
  expect((await admin("POST", "/v1/policy/judge", { tool: "note", argsText: '{"text":"x"}' })).body.decision).toBe(
    "ask"
  )
  // An invalid call is an answer, as on the command line.
  expect((await admin("POST", "/v1/policy/judge", { tool: "say", args: {} })).body.error.slug).toBeDefined()
  expect((await call("say")).success).toBe(true)
})

it("counts layers that were added to the policy", async () => {
  const { admin, gate } = await openWithPolicy("version: 1\n")
  gate.addGlobalLayer({ deny: ["say"] })
  expect((await admin("POST", "/v1/policy/judge", { tool: "say", args: { text: "x" } })).body.decision).toBe("deny")
})

it("lints and tests the policy in force, or a draft", async () => {
  const tests = "tests: [{ call: { tool: say, args: { text: x } }, expect: deny }]\n"
  const { admin } = await openWithPolicy(`version: 1\n${tests}`)
  expect((await admin("POST", "/v1/policy/test", {})).body).toMatchObject({
    passed: 0,
    failed: 1,
    tests: [{ passed: false, expected: "deny", got: "allow" }]
  })
  const draft = { text: denying + tests }
  expect((await admin("POST", "/v1/policy/test", { draft })).body).toMatchObject({ passed: 1, failed: 0 })
  const unknown = { text: "version: 1\nrules: { deny: [shel] }\n" }
  const { findings } = (await admin("POST", "/v1/policy/lint", { draft: unknown })).body
  expect(findings.map(({ code }: { readonly code: string }) => code)).toContain("unknown-tool")
  expect((await admin("POST", "/v1/policy/lint", {})).status).toBe(200)
})

it("refuses a draft that is invalid, too long, for another file, or that names another folder of programs", async () => {
  const { admin, folder } = await openWithPolicy("version: 1\n")
  const lint = (draft: object) => admin("POST", "/v1/policy/lint", { draft })
  const broken = await lint({ text: "version: 1\nrules: { denny: [say] }\n" })
  expect([broken.status, broken.body]).toMatchObject([422, { type: "urn:toolgate:invalid-policy", more: 0 }])
  expect(broken.body.problems[0].source).toMatch(/toolgate\.yaml:2:\d+$/)
  expect((await lint({ text: "#".repeat(70_000) })).status).toBe(400)
  expect((await lint({ text: "version: 1\n", file: "/etc/passwd" })).status).toBe(422)
  const programs = await lint({ text: `version: 1\nprograms: ${folder}\n` })
  expect([programs.status, programs.body.problems[0].message]).toEqual([
    422,
    expect.stringContaining("is not one of the policy in force")
  ])
})

it("reloads the files, and leaves the old policy in force if a file does not load", async () => {
  const { admin, call, file, gate } = await openWithPolicy("version: 1\n")
  expect((await call("say")).success).toBe(true)
  writeFileSync(file, denying)
  const { status, body } = await admin("POST", "/v1/policy/reload")
  expect([status, body.files, body.digest === body.before]).toEqual([200, [file], false])
  expect((await call("say")).success).toBe(false)
  expect(gate.canUseTool("say")).toBe(false)
  writeFileSync(file, "version: 1\nrules: { denny: [say] }\n")
  const failed = await admin("POST", "/v1/policy/reload")
  expect([failed.status, failed.body.problems[0].source]).toEqual([422, expect.stringMatching(/toolgate\.yaml:2:\d+$/)])
  expect((await call("say")).success).toBe(false)
  // The record says which policy judged, and who replaced it.
  const { items } = (await admin("GET", "/v1/record?tool=say&outcome=denied")).body
  expect(items.map(({ record }: { record: { policy_digest: string } }) => record.policy_digest)).toEqual([
    body.digest,
    body.digest
  ])
  const acts = (await admin("GET", "/v1/record?outcome=administered")).body.items
  expect(acts.map(({ record }: { record: object }) => record)).toMatchObject([
    { action: "policy.reloaded", by: "grace", subject: file, subject_id: body.digest, details: { before: body.before } }
  ])
})

it("needs the right to read or to administer, and to administer for reloading", async () => {
  const { addToken, caller } = await openWithPolicy("version: 1\n")
  const { ask: reader } = await addToken({ name: "reader", rights: ["read"] })
  expect((await caller("POST", "/v1/policy/lint", {})).status).toBe(403)
  expect((await reader("POST", "/v1/policy/lint", {})).status).toBe(200)
  expect((await reader("POST", "/v1/policy/reload")).status).toBe(403)
})

it("says so if the gate has no policy files", async () => {
  const { addToken } = await openTestServer({ gate: { policy: "host" } })
  const { ask } = await addToken({ name: "grace", rights: ["administer"] })
  for (const path of ["lint", "test"]) expect((await ask("POST", `/v1/policy/${path}`, {})).status).toBe(404)
  expect((await ask("POST", "/v1/policy/reload")).status).toBe(404)
})
