import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { request } from "node:http"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PendingApprovals, StoreUnavailable } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { builtins, createToolgate, defineTool } from "toolgate"
import { partsOf } from "toolgate/effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { type ApprovalPageOptions, openApprovalPage } from "../../src/index.ts"

const code = "K3F9-2MQX"

const launch = defineTool({
  name: "launch",
  description: "Launches.",
  sideEffects: "NETWORK",
  risk: "CRITICAL",
  destructive: true,
  parameters: { type: "object", properties: {} },
  execute: () => "launched"
})

const escalate = defineTool({
  name: "escalate",
  description: "Asks a person.",
  sideEffects: "NONE",
  escalates: true,
  parameters: { type: "object", properties: { reason: { type: "string" } } },
  execute: (_args, { answer }) => ({ decision: answer?.decision ?? "none", note: answer?.note ?? "" })
})

/** Opens a page over fake questions, until the test ends. */
const openPage = async (gate: ApprovalPageOptions["gate"]) => {
  const page = await openApprovalPage({ gate, by: "ada", codeOf: () => code, codeWith: (name) => `code of ${name}` })
  onTestFinished(page.close)
  return page
}

/** Opens a gate with a page, and makes a call that waits for approval. */
const waiting = async (tool = "write_file", args: object = { path: "a.txt", content: "hello" }) => {
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-page-"))
  const gate = await createToolgate({
    workspace,
    policy: "default",
    tools: [...builtins(), launch, escalate],
    onAsk: "wait"
  })
  onTestFinished(async () => {
    await gate.close()
    rmSync(workspace, { recursive: true })
  })
  const call = { id: "1", tool, args: args as Readonly<Record<string, never>> }
  const { pending } = await gate.dispatch(call, { defer: true })
  const id = pending?.approvalId ?? ""
  const page = await openPage(partsOf(gate).services)
  const isOpen = async () => (await gate.approvals.list()).some((question) => question.id === id)
  return { gate, id, page, url: page.addressOf(id), isOpen }
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>> | URLSearchParams
}

/** Sends a request as a browser does from the page itself, unless headers differ. */
const send = (url: string, { method, headers = {}, form }: Sent = {}) =>
  new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const own = { origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" }
      const sent = request(
        url,
        {
          method: method ?? (form === undefined ? "GET" : "POST"),
          headers: form === undefined ? headers : { ...own, ...headers }
        },
        async (response) => {
          let text = ""
          for await (const chunk of response) text += chunk
          resolve({ status: response.statusCode, headers: response.headers, text })
        }
      )
      sent.on("error", reject)
      sent.end(form === undefined ? undefined : new URLSearchParams(form).toString())
    }
  )

const tokenIn = (text: string): string => /name="token" value="([^"]+)"/.exec(text)?.[1] ?? ""

/** Signs in, and returns the page's token. */
const signedIn = async (url: string): Promise<string> => tokenIn((await send(url, { form: { code } })).text)

describe("the page of a question", () => {
  it("shows nothing before the sign-in, not even whether the question exists", async () => {
    const { url, page, id } = await waiting()
    const { status, text } = await send(url)
    expect(status).toBe(200)
    expect(text).toContain(`code of ${page.name}`)
    expect(text).not.toMatch(/write_file|a\.txt/)
    const unknown = await send(page.addressOf(id.replaceAll(/./g, "0")))
    expect(unknown.text).toBe(text)
  })

  it("shows the whole card after the code, in any case and with or without dashes", async () => {
    const { url, gate, id } = await waiting()
    const { status, text } = await send(url, { form: { code: " k3f92mqx " } })
    expect(status).toBe(200)
    const question = (await gate.approvals.list()).find((one) => one.id === id)
    for (const line of question?.summary.split("\n") ?? [])
      expect(text).toContain(`<span>${line.replaceAll('"', "&#34;")}</span>`)
    for (const part of ["Approve once", "Deny", "default", "a.txt"]) expect(text).toContain(part)
  })

  it("approves the call once, and records who approved it", async () => {
    const { url, gate, id } = await waiting()
    const token = await signedIn(url)
    const { status, text } = await send(url, { form: { token, decision: "approve" } })
    expect([status, text]).toEqual([200, expect.stringContaining("<h1>Approved</h1>")])
    expect(await gate.approvals.decide(id, { decision: "deny" })).toMatchObject({
      outcome: "over",
      ended: "approve",
      by: "ada",
      from: "approval page"
    })
    expect(await gate.resume(id)).toMatchObject({ success: true })
    const again = await send(url, { form: { token } })
    expect(again.text).toContain("This call can no longer be decided")
    expect(again.text).not.toContain("Approve once")
  })

  it("shows a critical call as critical, and approves it", async () => {
    const { url, gate, id } = await waiting("launch", {})
    const shown = await send(url, { form: { code } })
    expect(shown.text).toContain("Its risk is <strong>CRITICAL</strong>")
    await send(url, { form: { token: tokenIn(shown.text), decision: "approve" } })
    expect(await gate.resume(id)).toMatchObject({ success: true })
  })

  it("denies the call, and passes the reason to the model", async () => {
    const { url, gate, id } = await waiting()
    await send(url, { form: { token: await signedIn(url), decision: "deny", reason: "Not on this branch." } })
    const { error } = await gate.resume(id)
    expect(error).toMatchObject({ class: "user_denied", message: expect.stringContaining("Not on this branch.") })
  })

  it("answers an escalation in words", async () => {
    for (const decision of ["approve", "deny"] as const) {
      const { url, gate, id } = await waiting("escalate", { reason: "May I merge?" })
      const shown = await send(url, { form: { code } })
      for (const part of ["asks you", "asks a person, and permits nothing", "May I merge?", "Message for the agent"])
        expect(shown.text).toContain(part)
      const form = { token: tokenIn(shown.text), decision, reason: "Ask the owner." }
      expect((await send(url, { form })).text).toContain("<h1>Answered</h1>")
      const { output } = await gate.resume(id)
      expect(output.value).toEqual({ decision, note: "Ask the owner." })
    }
  })

  it("names who decided first, if the question was decided elsewhere", async () => {
    const { url, gate, id } = await waiting()
    const token = await signedIn(url)
    await gate.approvals.decide(id, { decision: "deny" }, { by: "bob", from: "toolgate approvals" })
    const { status, text } = await send(url, { form: { token, decision: "approve" } })
    expect([status, text]).toEqual([409, expect.stringContaining("bob")])
    expect(await gate.resume(id)).toMatchObject({ success: false })
  })

  it("accepts one of two concurrent decisions", async () => {
    const { url } = await waiting()
    const token = await signedIn(url)
    const decisions = ["approve", "deny", "approve", "deny"]
    const answers = await Promise.all(decisions.map((decision) => send(url, { form: { token, decision } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it("reports an unknown question", async () => {
    const { url, page } = await waiting()
    const token = await signedIn(url)
    for (const form of [{ token }, { token, decision: "approve" }] as const)
      expect((await send(page.addressOf("0".repeat(32)), { form })).status).toBe(404)
  })

  it("lists all pending questions", async () => {
    const { url, page, id } = await waiting()
    const token = await signedIn(url)
    expect((await send(page.url, { form: { token } })).text).toContain(`href="/approvals/${id}"`)
    await send(url, { form: { token, decision: "deny" } })
    expect((await send(page.url, { form: { token } })).text).toContain("No calls are waiting")
  })

  it("shows a model's text as text, and hidden characters by their numbers", async () => {
    const evil = `</pre><script>alert(1)</script><form action="//evil"><button>Approve once</button>'&amp;`
    const hidden = "\u202egnp.exe\u2066 \u200b\u0000\u001b[31m"
    const { url } = await waiting("launch", { [evil]: evil, hidden })
    const { text } = await send(url, { form: { code } })
    expect(text.match(/<(?:script|form|pre)\b/g)).toEqual(["<pre", "<form", "<form", "<form", "<script"])
    expect(text).toContain("&#60;script&#62;alert(1)&#60;/script&#62;")
    expect(text).toContain("&#38;amp;")
    expect(text).toContain(String.raw`\u202egnp.exe\u2066 \u200b\u0000\u001b[31m`)
    expect(
      [...hidden].filter((character) => character > "~" || character < " ").some((one) => text.includes(one))
    ).toBe(false)
  })

  it("breaks a text at its line ends without loss", async () => {
    const content = 'one\ntwo "2"\n\nC:\\new\n'
    const { url, gate } = await waiting("write_file", { path: "a.txt", content })
    const { text } = await send(url, { form: { code } })
    expect([...text.matchAll(/<span class="further">(.*?)<\/span>/g)].map(([, line]) => line)).toEqual([
      String.raw`two \&#34;2\&#34;\n`,
      String.raw`\n`,
      String.raw`C:\\new\n&#34;`
    ])
    const shown = text.replaceAll(/<span class="further">/g, "").replaceAll(/<[^>]*>/g, "")
    const [question] = await gate.approvals.list()
    expect(shown).toContain(question?.summary.replaceAll('"', "&#34;").replaceAll("\n", ""))
  })

  it("warns if part of a call is not shown", async () => {
    const { url } = await waiting("write_file", { path: "a.txt", content: "x".repeat(100_000) })
    expect((await send(url, { form: { code } })).text).toContain("you approve something that you have not seen")
  })

  it("allows only its own script and style", async () => {
    const { url } = await waiting()
    const { headers, text } = await send(url)
    const hash = (tag: string) => {
      const content = new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(text)?.[1] ?? ""
      return `'sha256-${createHash("sha256").update(content).digest("base64")}'`
    }
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src ${hash("style")}; script-src ${hash("script")}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
    )
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff"
    })
    expect(headers).not.toHaveProperty("set-cookie")
  })
})

describe("a question stays open if a decision comes", () => {
  const approve = { decision: "approve" }
  it.each<[string, (url: string, token: string) => Promise<{ status: number | undefined }>, number]>([
    ["without a token", (url) => send(url, { form: approve }), 403],
    ["with an empty token", (url) => send(url, { form: { ...approve, token: "" } }), 403],
    ["with a made-up token", (url) => send(url, { form: { ...approve, token: "A".repeat(43) } }), 403],
    ["with a part of the token", (url, token) => send(url, { form: { ...approve, token: token.slice(0, -1) } }), 403],
    ["with a code, before it was seen", (url) => send(url, { form: { ...approve, code } }), 200],
    [
      "with the token in a cookie or a header",
      (url, token) =>
        send(url, { form: approve, headers: { cookie: `token=${token}`, authorization: `Bearer ${token}` } }),
      403
    ],
    ["in the address", (url, token) => send(`${url}?decision=approve&token=${token}`), 400],
    ["in the address of a form", (url, token) => send(`${url}?decision=approve`, { form: { token } }), 404],
    [
      "of another site",
      (url, token) => send(url, { form: { ...approve, token }, headers: { origin: "https://evil.example" } }),
      403
    ],
    [
      "of another port",
      (url, token) => send(url, { form: { ...approve, token }, headers: { origin: "http://127.0.0.1:1" } }),
      403
    ],
    [
      "of a site without a name",
      (url, token) => send(url, { form: { ...approve, token }, headers: { origin: "null" } }),
      403
    ],
    [
      "that another site has sent",
      (url, token) => send(url, { form: { ...approve, token }, headers: { "sec-fetch-site": "same-site" } }),
      403
    ],
    [
      "to a name that leads here",
      (url, token) => send(url, { form: { ...approve, token }, headers: { host: "evil.example" } }),
      403
    ],
    [
      "to another port of this machine",
      (url, token) => send(url, { form: { ...approve, token }, headers: { host: "127.0.0.1:1" } }),
      403
    ],
    [
      "as JSON",
      (url, token) => send(url, { form: { ...approve, token }, headers: { "content-type": "application/json" } }),
      413
    ],
    ["with another method", (url, token) => send(url, { method: "PUT", form: { ...approve, token } }), 405],
    [
      "at a path that leads there",
      (url, token) => send(url.replace("/approvals/", "/x/../approvals//"), { form: { ...approve, token } }),
      404
    ],
    ["at the list", (url, token) => send(url.replace(/\/[^/]+$/, ""), { form: { ...approve, token } }), 200],
    [
      "with another decision beside it",
      (url, token) => send(url, { form: new URLSearchParams(`token=${token}&decision=approve&decision=deny`) }),
      413
    ],
    ["that is none", (url, token) => send(url, { form: { decision: "always", token } }), 400],
    ["in 5 MB", (url, token) => send(url, { form: { ...approve, token, reason: "x".repeat(5_000_000) } }), 413]
  ])("%s", async (_, attack, status) => {
    const { url, isOpen } = await waiting()
    expect((await attack(url, await signedIn(url))).status).toBe(status)
    expect(await isOpen()).toBe(true)
  })

  it("with the token of another gate", async () => {
    const [{ url, isOpen }, other] = [await waiting(), await waiting()]
    const { status, text } = await send(url, { form: { ...approve, token: await signedIn(other.url) } })
    expect([status, text]).toEqual([403, expect.stringContaining("has restarted")])
    // With a token in the page, a browser would send it repeatedly.
    expect(text).not.toContain('name="token"')
    expect(await isOpen()).toBe(true)
  })
})

describe("the page of a gate", () => {
  it("refuses codes after a hundred wrong ones, and still accepts tokens", async () => {
    const { url } = await waiting()
    const token = await signedIn(url)
    for (let at = 0; at < 100; at += 1) await send(url, { form: { code: `AAAA-${at}` } })
    const { status, text } = await send(url, { form: { code } })
    expect([status, text]).toEqual([403, expect.stringContaining("Too many wrong codes")])
    expect(text).not.toContain("a.txt")
    expect((await send(url, { form: { token } })).text).toContain("a.txt")
  })

  it("answers while any number of other clients send slowly", async () => {
    const { url } = await waiting()
    const { port, host } = new URL(url)
    const slow = Array.from({ length: 200 }, () => {
      const socket = connect(Number(port), "127.0.0.1")
      socket.on("error", () => {})
      socket.write(`POST /approvals HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Length: 9999\r\n`)
      return socket
    })
    onTestFinished(() => void slow.map((socket) => socket.destroy()))
    expect((await send(url)).status).toBe(200)
  })

  it("shows an unreadable question without buttons", async () => {
    const { gate, id } = await waiting()
    const [question] = await gate.approvals.list()
    const request = {
      ...(question as NonNullable<typeof question>),
      inspectable: false,
      unreadable: "Its key is lost."
    }
    const { pending } = pendingOf({ get: () => Effect.succeed({ request, isOpen: true, state: "open", waits: true }) })
    const page = await openPage(pending)
    const { text } = await send(page.addressOf(id), { form: { code } })
    expect(text).toContain("Its key is lost.")
    expect(text).not.toContain("Approve once")
  })

  it("reports that nothing was decided if the store is unreachable", async () => {
    const lost = Effect.fail(new StoreUnavailable({ message: "The store is away.", cause: undefined }))
    const { pending } = pendingOf({ decide: () => lost, get: () => lost })
    const page = await openPage(pending)
    const token = await signedIn(page.url)
    for (const form of [{ token }, { token, decision: "approve" }] as const)
      expect(await send(page.addressOf("1"), { form })).toMatchObject({
        status: 503,
        text: expect.stringContaining("The store is away.")
      })
  })

  it("answers when its gate fails", async () => {
    const { pending } = pendingOf({ get: () => Effect.die(new Error("a secret")) })
    const page = await openPage(pending)
    const { status, text } = await send(page.addressOf("1"), { form: { code } })
    expect([status, text]).toEqual([500, 'The page failed. Decide with "toolgate approvals" in a terminal.\n'])
  })

  it("has a new name each time, and refuses a short code", async () => {
    const [one, other] = [await waiting(), await waiting()]
    expect(one.page.name).toMatch(/^\d+-[0-9a-f]{10}$/)
    expect(one.page.name.split("-")[1]).not.toBe(other.page.name.split("-")[1])
    const { pending } = pendingOf({})
    await expect(
      openApprovalPage({ gate: pending, by: "ada", codeOf: () => "1234-567", codeWith: () => "" })
    ).rejects.toThrow("at least eight")
  })
})

/** Returns fake questions with the behaviour of a test. */
const pendingOf = (parts: Partial<PendingApprovals["Service"]>) => ({
  pending: Context.make(PendingApprovals, {
    list: () => Effect.succeed([]),
    find: () => Effect.succeed([]),
    get: () => Effect.succeed(undefined),
    decide: () => Effect.succeed({ outcome: "unknown", message: "There is none." }),
    withdraw: () => Effect.succeed({ outcome: "unknown", message: "There is none." }),
    saw: () => Effect.void,
    history: () => Effect.succeed([]),
    listen: () => Effect.void,
    ...parts
  })
})
