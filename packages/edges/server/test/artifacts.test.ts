import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineTool } from "toolgate"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Ask, openTestServer } from "./openTestServer.ts"

const long = defineTool({
  name: "long",
  description: "Returns much.",
  sideEffects: "NONE",
  parameters: { type: "object" },
  execute: ({ text }: { readonly text?: string }) => (text ?? "abcdefghij").repeat(100_000)
})

const openWithArtifacts = async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-artifacts-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const artifacts = { in: "store" as const, inlineBytes: 4_096 }
  return openTestServer({ gate: { store: join(folder, "gate.sqlite"), artifacts, tools: [long] } })
}

const openSession = async (ask: Ask): Promise<string> => (await ask("POST", "/v1/sessions", {})).body.id

/** Makes a call with a large result, and returns the path of its artifact. */
const makeArtifact = async (ask: Ask, session: string, text = "abcdefghij"): Promise<string> => {
  await ask("POST", `/v1/sessions/${session}/calls`, { tool: "long", args: { text } })
  const { body } = await ask("GET", `/v1/sessions/${session}/artifacts?limit=200`)
  return `/v1/sessions/${session}/artifacts/${body.items.at(-1).ref}`
}

describe("an artifact", () => {
  it("is downloaded whole or in part, and never runs in a browser", async () => {
    const { addToken } = await openWithArtifacts()
    const { ask } = await addToken({ name: "ci" })
    const session = await openSession(ask)
    const path = await makeArtifact(ask, session)
    const whole = await ask("GET", path)
    const digest = createHash("sha256").update(whole.body).digest("hex")
    expect([whole.status, path.endsWith(`artifact:sha256-${digest}`)]).toEqual([200, true])
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-disposition": expect.stringMatching(/^attachment; filename\*=UTF-8''[\w.%-]+$/),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "content-type": expect.stringMatching(/^text\/plain|^application\/octet-stream/),
      "content-length": String(whole.body.length)
    })
    const part = async (range: string, headers = {}) => ask("GET", path, undefined, { range, ...headers })
    const size = whole.body.length
    const first = await part("bytes=1-4")
    expect([first.status, first.body, first.headers.get("content-range")]).toEqual([
      206,
      whole.body.slice(1, 5),
      `bytes 1-4/${size}`
    ])
    expect((await part(`bytes=-3`)).body).toBe(whole.body.slice(-3))
    expect((await part("bytes=300000-700000")).body).toBe(whole.body.slice(300_000, 700_001))
    expect((await part("bytes=0-1,3-4")).status).toBe(200)
    expect((await part("bytes=0-1", { "if-range": '"other"' })).status).toBe(200)
    const beyond = await part(`bytes=${size}-`)
    expect([beyond.status, beyond.body.type, beyond.headers.get("content-range")]).toEqual([
      416,
      "urn:toolgate:not-satisfiable",
      `bytes */${size}`
    ])
  })

  it("belongs to its session: knowing a reference gives no access", async () => {
    const { addToken } = await openWithArtifacts()
    const [own, other, reader] = [
      await addToken({ name: "own" }),
      await addToken({ name: "other" }),
      await addToken({ name: "reader", rights: ["read"] })
    ]
    const [session, foreign] = [await openSession(own.ask), await openSession(other.ask)]
    const path = await makeArtifact(own.ask, session)
    const [, ref = ""] = path.split("/artifacts/")
    const second = await openSession(own.ask)
    for (const [ask, name] of [
      [other.ask, session],
      [other.ask, foreign],
      [own.ask, second]
    ] as const) {
      expect((await ask("GET", `/v1/sessions/${name}/artifacts/${ref}`)).status).toBe(404)
      expect((await ask("DELETE", `/v1/sessions/${name}/artifacts/${ref}`)).status).toBe(404)
    }
    expect((await other.ask("GET", `/v1/sessions/${session}/artifacts`)).status).toBe(404)
    expect((await own.ask("GET", "/v1/artifacts")).status).toBe(403)
    expect((await own.ask("GET", `/v1/artifacts/${ref}?session=${session}&principal=x`)).status).toBe(403)
    const [listed] = (await reader.ask("GET", "/v1/artifacts")).body.items
    expect(listed).toMatchObject({ ref, session })
    const owned = `/v1/artifacts/${ref}?session=${session}&principal=${listed.principal}`
    expect((await reader.ask("GET", owned)).status).toBe(200)
    expect(
      (await reader.ask("GET", `/v1/artifacts/${ref}?session=${foreign}&principal=${listed.principal}`)).status
    ).toBe(404)
    expect((await reader.ask("DELETE", path)).status).toBe(403)
    expect((await own.ask("DELETE", path)).status).toBe(204)
    expect((await own.ask("GET", path)).status).toBe(404)
  })

  it("is listed in pages that end at the last one, even if the item of the cursor was removed", async () => {
    const { addToken } = await openWithArtifacts()
    const { ask } = await addToken({ name: "ci" })
    const session = await openSession(ask)
    for (const text of ["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"]) await makeArtifact(ask, session, text)
    const list = `/v1/sessions/${session}/artifacts`
    const first = (await ask("GET", `${list}?limit=2`)).body
    await ask("DELETE", `${list}/${first.items[1].ref}`)
    const second = (await ask("GET", `${list}?limit=2&cursor=${encodeURIComponent(first.next)}`)).body
    const refs = [...first.items, ...second.items].map(({ ref }: { readonly ref: string }) => ref)
    expect([new Set(refs).size, second.next]).toEqual([3, undefined])
  })

  it("is unknown in a gate that stores none, and under a reference of another form", async () => {
    const { addToken } = await openTestServer()
    const { ask } = await addToken({ name: "ci" })
    const session = await openSession(ask)
    for (const ref of ["artifact:sha256-0", "..%2f..%2fetc%2fpasswd", "x".repeat(300)])
      expect((await ask("GET", `/v1/sessions/${session}/artifacts/${ref}`)).status).toBe(404)
  })
})
