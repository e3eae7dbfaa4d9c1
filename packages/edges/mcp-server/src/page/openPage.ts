import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type ApprovalDecision, type DecisionOutcome, PendingApprovals, type StoreUnavailable } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type BoundConnections, boundConnections } from "../http/boundConnections.ts"
import type { ApprovalPage, ApprovalPageOptions } from "./ApprovalPage.ts"
import { headers, type Page, renderDocument } from "./document.ts"
import { renderCardPage, renderListPage, renderOutcomePage } from "./renderCardPage.ts"
import { renderSignInPage } from "./renderSignInPage.ts"
import { SignIn } from "./SignIn.ts"

/** Opens a page on a free loopback port. */
export const openPage = async (options: ApprovalPageOptions): Promise<ApprovalPage> => {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, connectionsCheckingInterval: 1_000 })
  const connections = boundConnections(server, mostConnections)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  const name = `${port}-${randomBytes(5).toString("hex")}`
  const page = new Answers(options, host, name, connections)
  server.on("request", (request, response) => void page.answer(request, response))
  return {
    name,
    url: `http://${host}${path}`,
    addressOf: (id) => `http://${host}${path}/${encodeURIComponent(id)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const path = "/approvals"

const mostConnections = 64

/** The status of an answer, and its page. */
type Answer = readonly [number, Page]

/** Answers the requests of one page. */
class Answers {
  private readonly options: ApprovalPageOptions
  private readonly host: string
  private readonly name: string
  private readonly connections: BoundConnections
  private readonly signIn: SignIn
  private readonly pending: PendingApprovals["Service"]

  constructor(options: ApprovalPageOptions, host: string, name: string, connections: BoundConnections) {
    this.options = options
    this.host = host
    this.name = name
    this.connections = connections
    this.signIn = new SignIn(options.codeOf(name))
    this.pending = Context.get(options.gate, PendingApprovals)
  }

  /** Answers a request. Only a form with a valid code or token sees the gate's questions. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, this.host)
    if (refusal !== undefined) return refuse(response, ...refusal)
    const asked = /^\/approvals(?:\/([\w.~-]{1,128}))?$/.exec(request.url ?? "")
    if (asked === null) return refuse(response, 404, `Only ${path} is served here.`)
    try {
      const form = request.method === "POST" ? await formOf(request) : "none"
      if (form === undefined) return refuse(response, 413, "This is not a form of the page.")
      this.connections.use(response)
      const [status, page] = form === "none" ? this.signedOut(200, "none") : await this.posted(form, asked[1])
      response.writeHead(status, { ...headers, "content-type": "text/html; charset=utf-8" }).end(renderDocument(page))
    } catch {
      // The browser has disconnected, or the gate failed. The page shows no details of a failure.
      refuse(response, 500, 'The page failed. Decide with "toolgate approvals" in a terminal.')
    }
  }

  private async posted(form: URLSearchParams, id: string | undefined): Promise<Answer> {
    const [token, code, decision] = [form.get("token"), form.get("code"), form.get("decision")]
    if (token !== null && token !== "") {
      if (!this.signIn.isToken(token)) return this.signedOut(403, "over")
      return await (decision === null || id === undefined
        ? this.shown(id)
        : this.decided(id, decision, form.get("reason")))
    }
    // A code only signs in. A decision needs a page that the person has seen.
    if (this.signIn.enter(code ?? "")) return this.shown(id)
    return this.signedOut(403, this.signIn.isClosed ? "closed" : "wrong")
  }

  private signedOut(status: number, attempt: Parameters<typeof renderSignInPage>[1]): Answer {
    return [status, renderSignInPage(this.options.codeWith(this.name), this.signIn.isClosed ? "closed" : attempt)]
  }

  private shown(id: string | undefined): Promise<Answer> {
    const { token } = this.signIn
    if (id === undefined) return this.run(Effect.map(this.pending.list(), (all) => [200, renderListPage(all, token)]))
    return this.run(
      Effect.map(this.pending.get(id), (found) =>
        found === undefined
          ? [
              404,
              renderOutcomePage(
                "No such call",
                "The gate has no question with this ID, or it ended long ago.",
                false,
                token
              )
            ]
          : [200, renderCardPage(found.request, found.isOpen, token)]
      )
    )
  }

  private decided(id: string, given: string, reason: string | null): Promise<Answer> {
    const { token } = this.signIn
    const decision = decisionOf(given, reason)
    if (decision === undefined)
      return Promise.resolve([
        400,
        renderOutcomePage("Not decided", "The page does not offer this decision.", false, token)
      ])
    const decider = { by: this.options.by, from: "approval page" }
    return this.run(
      Effect.flatMap(this.pending.get(id), (found) =>
        Effect.map(this.pending.decide(id, decision, decider), (outcome) =>
          answerTo(outcome, found?.request.kind === "escalation" ? told : outcomes[decision.decision], token)
        )
      )
    )
  }

  private run(answer: Effect.Effect<Answer, StoreUnavailable>): Promise<Answer> {
    const answered = Effect.catch(answer, ({ message }) =>
      Effect.succeed<Answer>([503, renderOutcomePage("Nothing was decided", message, false, this.signIn.token)])
    )
    return Effect.runPromiseWith(this.options.gate)(answered)
  }
}

const decisionOf = (given: string, reason: string | null): ApprovalDecision | undefined => {
  // The form for an approval has no field for a reason.
  const said = reason === null || reason.trim() === "" ? {} : { reason: reason.trim() }
  if (given === "approve") return { decision: "approve", scope: "once", ...said }
  return given === "deny" ? { decision: "deny", ...said } : undefined
}

const answerTo = (outcome: DecisionOutcome, [heading, said]: readonly [string, string], token: string): Answer => {
  if (outcome.outcome !== "decided")
    return [statuses[outcome.outcome], renderOutcomePage(headings[outcome.outcome], outcome.message, false, token)]
  return [
    200,
    renderOutcomePage(
      heading,
      [said, ...(outcome.message === undefined ? [] : [outcome.message])].join(" "),
      true,
      token
    )
  ]
}

const statuses = { over: 409, stale: 409, unreadable: 409, unknown: 404, invalid: 400 }

const headings = {
  over: "It was over",
  stale: "Not decided",
  unreadable: "Not decided",
  unknown: "No such call",
  invalid: "Not decided"
}

const outcomes = {
  approve: [
    "Approved",
    "The call may run, once. It continues by itself if the client waits for it; if not, ask the assistant to continue."
  ],
  deny: ["Denied", "The call does not run, and the model learns that you denied it."]
} as const

const told = ["Answered", "The agent receives your answer. Its permissions do not change."] as const

const refuse = (response: ServerResponse, status: number, message: string): void => {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8" }).end(`${message}\n`)
}

/**
 * Returns why a request is refused regardless of its sender: the status and a sentence. Checking the host stops DNS
 * rebinding; checking the origin stops forms of other sites.
 */
const refusalOf = ({ method, headers }: IncomingMessage, host: string): readonly [number, string] | undefined => {
  if (headers.host !== host) return [403, `This page is at http://${host} only.`]
  if (method === "GET") return undefined
  if (method !== "POST") return [405, "Use GET for the page and POST for its forms."]
  const site = headers["sec-fetch-site"]
  if (headers.origin !== `http://${host}` || (site !== undefined && site !== "same-origin"))
    return [403, "The form was not sent by this page."]
  return undefined
}

/** Parses the posted form. Returns `undefined` if the body is not a form, repeats a field, or exceeds 16 KiB. */
const formOf = (request: IncomingMessage): Promise<URLSearchParams | undefined> =>
  new Promise((resolve, reject) => {
    if (request.headers["content-type"] !== "application/x-www-form-urlencoded") return resolve(undefined)
    const chunks: Array<Buffer> = []
    let length = 0
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length <= longestForm) return void chunks.push(chunk)
      // Stops reading. The answer closes the connection.
      request.pause()
      resolve(undefined)
    })
    request.once("end", () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      // With two decisions, the intended one is unknown.
      resolve(new Set(form.keys()).size < form.size ? undefined : form)
    })
    request.once("error", reject)
    request.once("close", () => reject(new Error("The request is incomplete.")))
  })

const longestForm = 16 * 1024
