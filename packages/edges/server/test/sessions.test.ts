import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { createMemoryStore, openTestServer } from "./openTestServer.ts"

describe("a session", () => {
  it("belongs to the token that opened it", async () => {
    const { addToken } = await openTestServer()
    const [own, other, reader] = [
      await addToken({ name: "own", agent: "builder", role: "coder" }),
      await addToken({ name: "other" }),
      await addToken({ name: "reader", rights: ["read"] })
    ]
    const { status, body } = await own.ask("POST", "/v1/sessions", {})
    expect([status, body]).toMatchObject([201, { token: "own", agent: "builder", role: "coder", openCalls: 0 }])
    for (const claimed of [
      { agent: "other" },
      { role: "lead" },
      { task: "t" },
      { policy: ["/p"] },
      { noProjectPolicy: true }
    ])
      expect([claimed, (await own.ask("POST", "/v1/sessions", claimed)).status]).toEqual([claimed, 403])
    const path = `/v1/sessions/${body.id}`
    expect((await own.ask("GET", path)).body).toEqual(body)
    expect((await other.ask("GET", path)).body.type).toBe("urn:toolgate:not-found")
    expect((await other.ask("POST", `${path}/calls`, { tool: "say", args: { text: "x" } })).status).toBe(404)
    expect((await other.ask("DELETE", path)).status).toBe(404)
    expect((await other.ask("GET", "/v1/sessions")).body.items).toEqual([])
    expect((await reader.ask("GET", path)).status).toBe(200)
    expect((await reader.ask("DELETE", path)).status).toBe(403)
    // A token that sees the session does not act in it, whatever other rights it has.
    const nosy = await addToken({ name: "nosy", rights: ["call", "read"] })
    expect((await nosy.ask("GET", path)).status).toBe(200)
    const call = { tool: "say", args: { text: "x" } }
    for (const [method, end, body] of [
      ["POST", "/calls", call],
      ["POST", "/batches", { calls: [call] }],
      ["POST", "/turns", { calls: [call] }],
      ["POST", "/scripts", { code: "return 1" }],
      ["POST", "/calls/1/cancel", undefined],
      ["POST", "/turns/1/cancel", undefined],
      ["POST", "/cancel", undefined],
      ["DELETE", "", undefined]
    ] as const)
      expect([end, (await nosy.ask(method, path + end, body)).status]).toEqual([end, 403])
    expect((await own.ask("DELETE", path)).body.endedAt).toEqual(expect.any(Number))
    expect((await own.ask("GET", path)).status).toBe(404)
  })

  it("is found again by a later server with the same store, and not if its row was changed", async () => {
    const store = await createMemoryStore()
    const first = await openTestServer({ store })
    const { secret, ask } = await first.addToken({ name: "ci" })
    const { body } = await ask("POST", "/v1/sessions", { readOnly: true })
    const stored = await Effect.runPromise(store.sessions.get(body.id))
    await Effect.runPromise(
      store.sessions.add({ ...stored, id: "forged", options: { ...stored?.options, readOnly: false } } as NonNullable<
        typeof stored
      >)
    )
    await first.close()
    const again = (await openTestServer({ store })).askWith(secret)
    const call = { tool: "note", args: { text: "x" } }
    // The gate of the second server works in another folder, so the session says what its own has become.
    expect((await again("POST", `/v1/sessions/${body.id}/calls`, call)).status).not.toBe(404)
    expect((await again("GET", "/v1/sessions/forged")).status).toBe(404)
  })

  it("works in a folder within the token's, links followed", async () => {
    const { addToken, workspace } = await openTestServer()
    for (const name of ["mine", "mine/sub", "theirs"]) mkdirSync(join(workspace, name))
    symlinkSync(join(workspace, "theirs"), join(workspace, "mine/way-out"))
    const { ask } = await addToken({ name: "ci", workspaces: [join(workspace, "mine")] })
    const open = async (folder?: string) =>
      ask("POST", "/v1/sessions", folder === undefined ? {} : { workspace: join(workspace, folder) })
    expect((await open()).body.workspace).toBe(join(workspace, "mine"))
    expect((await open("mine/sub")).status).toBe(201)
    for (const folder of ["theirs", "mine/../theirs", "mine/way-out", "."])
      expect([folder, (await open(folder)).status]).toEqual([folder, 403])
    expect((await open("absent")).status).toBe(400)
  })

  it("refuses what it does not know, so that a misspelled limit is not lost", async () => {
    const { addToken } = await openTestServer()
    const { ask } = await addToken({ name: "ci" })
    for (const body of [{ readonly: true }, { readOnly: "yes" }, "[]", "{", '{"readOnly":true,"readOnly":false}'])
      expect([body, (await ask("POST", "/v1/sessions", body)).status]).toEqual([body, 400])
    expect((await ask("POST", "/v1/sessions", { skills: ["absent"] })).body.detail).toContain("absent")
  })

  it("is listed in pages, newest first", async () => {
    const { addToken } = await openTestServer()
    const { ask } = await addToken({ name: "ci" })
    const ids: Array<string> = []
    for (let count = 0; count < 5; count++) ids.unshift((await ask("POST", "/v1/sessions", {})).body.id)
    const seen: Array<string> = []
    let cursor: string | undefined
    do {
      const { body } = await ask("GET", `/v1/sessions?limit=2${cursor === undefined ? "" : `&cursor=${cursor}`}`)
      seen.push(...body.items.map(({ id }: { readonly id: string }) => id))
      cursor = body.next
    } while (cursor !== undefined)
    expect(seen).toEqual(ids)
    for (const query of ["limit=0", "limit=x", "limit=201", "other=1"])
      expect([query, (await ask("GET", `/v1/sessions?${query}`)).status]).toEqual([query, 400])
  })
})
