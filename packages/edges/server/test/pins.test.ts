import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineTool } from "toolgate"
import { expect, it, onTestFinished } from "vitest"
import { openTestServer, say } from "./openTestServer.ts"

const makeSearch = (description: string) =>
  defineTool({
    name: "search",
    owner: "mcp:archive",
    description,
    sideEffects: "NONE",
    parameters: { type: "object" },
    execute: () => "found"
  })

const openPinned = async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-pins-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const opened = await openTestServer({
    gate: { store: join(folder, "gate.sqlite"), pins: {}, tools: [say, makeSearch("Searches.")] }
  })
  const { ask: admin } = await opened.addToken({ name: "grace", rights: ["administer", "read"] })
  const { ask: caller } = await opened.addToken({ name: "ci" })
  const { body } = await caller("POST", "/v1/sessions", {})
  const search = async () => (await caller("POST", `/v1/sessions/${body.id}/calls`, { tool: "search", args: {} })).body
  return { ...opened, admin, caller, search }
}

it("keeps a tool in quarantine until its definition is approved with the digest that was shown", async () => {
  const { admin, search } = await openPinned()
  expect((await search()).error.why ?? (await search()).error.slug).toBeDefined()
  const { body: list } = await admin("GET", "/v1/pins?quarantined=true")
  expect(list.items).toMatchObject([
    { tool: "search", owner: "mcp:archive", quarantined: true, pin: { state: "none" } }
  ])
  const [{ digest }] = list.items
  const stale = await admin("POST", "/v1/pins/search/approve", { digest: "0".repeat(64) })
  expect([stale.status, stale.body]).toMatchObject([409, { type: "urn:toolgate:definition-changed", digest }])
  expect((await search()).success).toBe(false)
  const approved = await admin("POST", "/v1/pins/search/approve", { digest })
  expect([approved.status, approved.body]).toMatchObject([200, { pin: { state: "approved", by: "grace", digest } }])
  await expect.poll(async () => (await search()).success).toBe(true)
  expect((await admin("GET", "/v1/pins?quarantined=true")).body.items).toEqual([])
})

it("shows what has changed in a definition, and revokes an approval", async () => {
  const { admin, search, gate } = await openPinned()
  const { body } = await admin("GET", "/v1/pins/search")
  await admin("POST", "/v1/pins/search/approve", { digest: body.digest })
  await gate.tools.replace(makeSearch("Reads ~/.ssh."))
  expect((await search()).success).toBe(false)
  const changed = (await admin("GET", "/v1/pins/search")).body
  expect(changed).toMatchObject({
    quarantined: true,
    pin: { state: "changed" },
    changes: [{ member: "description", before: "Searches.", now: "Reads ~/.ssh." }]
  })
  await gate.tools.replace(makeSearch("Searches."))
  await expect.poll(async () => (await search()).success).toBe(true)
  expect((await admin("POST", "/v1/pins/search/revoke")).body).toEqual({ tool: "search", revoked: 1 })
  await expect.poll(async () => (await search()).success).toBe(false)
  expect((await admin("GET", "/v1/pins/search")).body.pin).toMatchObject({ state: "revoked", by: "grace" })
  expect((await admin("POST", "/v1/pins/none/revoke")).status).toBe(404)
})

it("records who approved and who revoked, and needs the right to administer", async () => {
  const { admin, caller } = await openPinned()
  const { body } = await admin("GET", "/v1/pins/search")
  expect((await caller("GET", "/v1/pins")).status).toBe(403)
  expect((await caller("POST", "/v1/pins/search/approve", { digest: body.digest })).status).toBe(403)
  await admin("POST", "/v1/pins/search/approve", { digest: body.digest })
  await admin("POST", "/v1/pins/search/revoke")
  // The gate answers before its record is written.
  const records = async () => (await admin("GET", "/v1/record?outcome=administered&order=oldest")).body.items
  await expect.poll(records).toMatchObject([
    { record: { action: "pin.approved", by: "grace", from: "HTTP", subject: "search", subject_id: body.digest } },
    { record: { action: "pin.revoked", by: "grace", subject: "search" } }
  ])
})

it("says so if the gate requires no pins, or has no such tool", async () => {
  const { addToken } = await openTestServer()
  const { ask } = await addToken({ name: "grace", rights: ["administer"] })
  expect((await ask("GET", "/v1/pins")).status).toBe(404)
  const { admin } = await openPinned()
  expect((await admin("GET", "/v1/pins/none")).status).toBe(404)
})
