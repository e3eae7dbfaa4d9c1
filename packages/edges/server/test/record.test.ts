import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineTool, ToolOutcomeUnknown } from "toolgate"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Ask, note, openTestServer, say } from "./openTestServer.ts"

const pay = defineTool({
  name: "pay",
  description: "Pays.",
  sideEffects: "NONE",
  parameters: { type: "object" },
  execute: () => Promise.reject(new ToolOutcomeUnknown({ message: "The bank did not answer." }))
})

const places = {
  file: (folder: string) => ({ audit: { folder: join(folder, "audit"), answers: "recorded" as const } }),
  store: (folder: string) => ({ store: { at: join(folder, "gate.sqlite"), answers: "recorded" as const } })
}

const openRecorded = async (place: keyof typeof places) => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-record-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const opened = await openTestServer({ gate: { ...places[place](folder), tools: [note, say, pay] } })
  const { ask: reader } = await opened.addToken({ name: "reader", rights: ["read"] })
  return { ...opened, folder, reader }
}

const openSession = async (ask: Ask): Promise<string> => (await ask("POST", "/v1/sessions", {})).body.id

const sayAll = async (ask: Ask, session: string, ids: ReadonlyArray<string>) => {
  for (const id of ids) await ask("POST", `/v1/sessions/${session}/calls`, { id, tool: "say", args: { text: id } })
}

/** Returns the calls of all pages, each with its kind. */
const walk = async (ask: Ask, query: string): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  let next: string | undefined
  do {
    const cursor = next === undefined ? "" : `&cursor=${next}`
    const { status, body } = await ask("GET", `/v1/record?limit=2&${query}${cursor}`)
    expect([status, body.detail]).toEqual([200, undefined])
    for (const { record } of body.items) found.push(`${record.tool_call_id} ${record.kind.replace("tool.call.", "")}`)
    next = body.next
  } while (next !== undefined)
  return found
}

describe.each(["file", "store"] as const)("the record in a %s", (place) => {
  it("pages through the calls of a session, in both orders", async () => {
    const { addToken, reader } = await openRecorded(place)
    const { ask } = await addToken({ name: "ci", agent: "builder" })
    const [session, other] = [await openSession(ask), await openSession(ask)]
    await sayAll(ask, session, ["1", "2", "3"])
    await sayAll(ask, other, ["4"])
    const expected = ["1", "2", "3"].flatMap((id) => [`${id} dispatched`, `${id} completed`])
    expect(await walk(reader, `session=${session}&order=oldest`)).toEqual(expected)
    expect(await walk(ask, `session=${session}`)).toEqual(expected.toReversed())
    expect(await walk(reader, "agent=builder&outcome=completed")).toEqual(
      ["4", "3", "2", "1"].map((id) => `${id} completed`)
    )
    expect(await walk(reader, `call=2&since=2020-01-01T00:00:00Z&until=2999-01-01T00:00Z`)).toHaveLength(2)
    expect(await walk(reader, "since=2999-01-01T00:00:00%2B01:00")).toEqual([])
    expect(await walk(reader, "until=2020-01-01T00:00:00Z")).toEqual([])
  })

  it("is seen in full with the right to read, and otherwise per own session, even an ended one", async () => {
    const { addToken, reader } = await openRecorded(place)
    const [own, other] = [await addToken({ name: "own" }), await addToken({ name: "other" })]
    const session = await openSession(own.ask)
    await sayAll(own.ask, session, ["1"])
    await own.ask("DELETE", `/v1/sessions/${session}`)
    expect(await walk(own.ask, `session=${session}`)).toHaveLength(2)
    expect((await other.ask("GET", `/v1/record?session=${session}`)).status).toBe(404)
    expect((await own.ask("GET", "/v1/record")).status).toBe(400)
    expect((await own.ask("GET", "/v1/record/pending")).status).toBe(403)
    expect((await own.ask("POST", "/v1/record/verify", {})).status).toBe(403)
    expect((await reader("GET", "/v1/record")).body.items.length).toBeGreaterThan(2)
  })

  it("lists calls whose outcome is in doubt", async () => {
    const { addToken, reader } = await openRecorded(place)
    const { ask } = await addToken({ name: "ci" })
    const session = await openSession(ask)
    for (const id of ["1", "2", "3"]) await ask("POST", `/v1/sessions/${session}/calls`, { id, tool: "pay", args: {} })
    const first = await reader("GET", "/v1/record/pending?limit=2")
    expect(first.body.items).toMatchObject([
      { state: "unknown", ended: true, record: { tool: "pay", tool_call_id: "1" } },
      { record: { tool_call_id: "2" } }
    ])
    const { body } = await reader("GET", `/v1/record/pending?cursor=${encodeURIComponent(first.body.next)}`)
    expect([
      body.items.map(({ record }: { record: { tool_call_id: string } }) => record.tool_call_id),
      body.next
    ]).toEqual([["3"], undefined])
  })

  it("is verified in the background", async () => {
    const { addToken, reader } = await openRecorded(place)
    const { ask } = await addToken({ name: "ci" })
    await sayAll(ask, await openSession(ask), ["1"])
    const verify = async (heads?: unknown) => {
      const started = await reader("POST", "/v1/record/verify", heads === undefined ? {} : { heads })
      expect([started.status, started.body.state]).toEqual([202, "running"])
      const path = `/v1/record/verifications/${started.body.id}`
      await expect.poll(async () => (await reader("GET", path)).body.state).not.toBe("running")
      return (await reader("GET", path)).body.result
    }
    const { holds, heads } = await verify()
    expect([holds, heads.length]).toEqual([true, 1])
    expect((await verify(heads)).holds).toBe(true)
    expect((await verify([{ ...heads[0], hash: "0".repeat(64) }])).holds).toBe(false)
    expect((await reader("GET", "/v1/record/verifications/none")).status).toBe(404)
  })

  it.each([
    "cursor=x",
    "since=yesterday",
    "since=2026-13-41T00:00:00Z",
    "outcome=fine",
    "limit=0",
    "limit=1000",
    "sesion=1"
  ])("refuses %s", async (query) => {
    const { reader } = await openRecorded(place)
    expect((await reader("GET", `/v1/record?${query}`)).status).toBe(400)
  })
})

it("reports a changed record", async () => {
  const { addToken, reader, folder } = await openRecorded("file")
  const { ask } = await addToken({ name: "ci" })
  await sayAll(ask, await openSession(ask), ["1"])
  const [segment = ""] = readdirSync(join(folder, "audit")).filter((name) => name.endsWith(".ndjson"))
  const file = join(folder, "audit", segment)
  writeFileSync(file, readFileSync(file, "utf8").replace('"tool":"say"', '"tool":"sai"'))
  const { body } = await reader("POST", "/v1/record/verify", {})
  const path = `/v1/record/verifications/${body.id}`
  await expect.poll(async () => (await reader("GET", path)).body.result?.holds).toBe(false)
})

it("says so if the gate has no record that can be read", async () => {
  const { addToken } = await openTestServer()
  const { ask } = await addToken({ name: "reader", rights: ["read"] })
  for (const path of ["/v1/record", "/v1/record/pending"]) expect((await ask("GET", path)).status).toBe(404)
})
