import { mkdtempSync, rmSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import fc from "fast-check"
import { expect, it, onTestFinished } from "vitest"
import { openTestServer } from "../openTestServer.ts"
import { type FuzzedRequest, listOperations, requestsOf } from "./operations.ts"

const count = (process.env.TOOLGATE_NIGHT ?? "") === "" ? 300 : 10_000

const everything = ["call", "decide", "read", "administer"] as const

it(`${count} requests that are made from the document get documented answers, and no failure of the server`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-fuzz-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const gate = { store: join(folder, "gate.sqlite"), pins: {}, artifacts: { in: "store" as const } }
  const server = await openTestServer({ gate, limits: { open: 1_000, perSecond: 1e6, burst: 1e6 } })
  const all = await server.addToken({ name: "all", agent: "all", rights: everything })
  const calls = await server.addToken({ name: "calls", agent: "calls" })
  const names = { SESSION: "", APPROVAL: "" }
  const ask = async () => {
    const call = { tool: "note", args: { text: "x" }, mode: "defer" }
    const { body } = await all.ask("POST", `/v1/sessions/${names.SESSION}/calls`, call)
    // After an approval for the whole session, nobody is asked.
    names.APPROVAL = body.pending?.approvalId ?? names.APPROVAL
  }
  const open = async () => {
    names.SESSION = (await all.ask("POST", "/v1/sessions", {})).body.id
    await ask()
  }
  await open()
  const operations = listOperations((await server.askWith(undefined)("GET", "/openapi.json")).body)
  expect(operations.length).toBeGreaterThan(40)
  const known = {
    tool: ["say", "absent", "__proto__"],
    session: ["SESSION"],
    approval: ["APPROVAL"],
    id: ["APPROVAL", "1", "2"],
    call: ["1", "2"],
    turn: ["default", "1"],
    limit: ["1", "200"],
    cursor: ["x"],
    since: ["0"],
    until: ["9999999999999"],
    text: ["rules: []", "tools: {}"]
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(
      requestsOf(operations, [all.secret, all.secret, all.secret, calls.secret], known),
      async (fuzzed) => {
        const { status, type, text } = await send(server.url, fuzzed, names)
        if (status < 300 && fuzzed.operation.method === "DELETE") await open()
        else if (status < 300 && /decision|withdraw|confirmation/.test(fuzzed.operation.path)) await ask()
        seen.add(status)
        expect([fuzzed.operation.path, status < 500, text]).toEqual([fuzzed.operation.path, true, text])
        expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d/)
        const documented = fuzzed.operation.responses[status]
        // An address that was made with a hostile id may belong to no operation.
        if (documented === undefined) expect([400, 404, 405]).toContain(status)
        const schema = documented?.content?.[type]?.schema
        if (schema === undefined || !type.endsWith("json")) return
        const fault = ajv.validate(schema, JSON.parse(text)) ? undefined : ajv.errorsText()
        expect([fuzzed.operation.path, status, fault, text]).toEqual([fuzzed.operation.path, status, undefined, text])
      }
    ),
    { numRuns: count }
  )
  // The requests went deep.
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 415]))
  expect((await all.ask("GET", "/ready")).status).toBe(200)
})

/** Sends a request as it is, with the ids for their names. */
const send = (
  url: string,
  { operation, path, headers, body }: FuzzedRequest,
  names: Readonly<Record<string, string>>
) =>
  new Promise<{ readonly status: number; readonly type: string; readonly text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const named = (text: string) => text.replaceAll(/SESSION|APPROVAL/g, (name) => names[name] ?? "")
    const sent = request({ hostname, port, method: operation.method, path: named(path), headers }, (response) => {
      const type = response.headers["content-type"]?.split(";", 1)[0] ?? ""
      let text = ""
      const finish = () => resolve({ status: response.statusCode ?? 0, type, text })
      if (type === "text/event-stream") {
        finish()
        sent.destroy()
        return
      }
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part
      })
      response.on("end", finish).on("error", reject)
    })
    sent.on("error", reject)
    sent.end(body === undefined ? undefined : named(body))
  })
