import { randomBytes } from "node:crypto"
import { type ApprovalDecision, type DecisionOutcome, PendingApprovals, type StoreUnavailable } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ApprovalPage, ApprovalPageOptions } from "./ApprovalPage.ts"
import type { Page } from "./document.ts"
import { renderCardPage, renderListPage, renderOutcomePage } from "./renderCardPage.ts"
import { renderSignInPage } from "./renderSignInPage.ts"
import { SignIn } from "./SignIn.ts"

/** The path of the list. The page of a question is below it. */
export const pagePath = "/approvals"

/** The status of an answer, and its page. */
export type PageAnswer = readonly [number, Page]

/** The answers of one approval page. Only a form with a valid code or token sees the gate's questions. */
export class PageAnswers implements Omit<ApprovalPage, "close"> {
  readonly name: string
  readonly url: string
  private readonly options: ApprovalPageOptions
  private readonly signIn: SignIn
  private readonly pending: PendingApprovals["Service"]

  constructor(options: ApprovalPageOptions, address: string) {
    this.options = options
    this.name = `${new URL(address).port}-${randomBytes(5).toString("hex")}`
    this.url = `${address}${pagePath}`
    this.signIn = new SignIn(options.codeOf(this.name))
    this.pending = Context.get(options.gate, PendingApprovals)
  }

  readonly addressOf = (id: string): string => `${this.url}/${encodeURIComponent(id)}`

  /** Returns the answer to a GET, which is the same for every address. */
  signedOut(status: number, attempt: Parameters<typeof renderSignInPage>[1]): PageAnswer {
    return [status, renderSignInPage(this.options.codeWith(this.name), this.signIn.isClosed ? "closed" : attempt)]
  }

  /** Returns the answer to a form that was sent to the page of a question, or to the list. */
  posted(form: URLSearchParams, id: string | undefined): Effect.Effect<PageAnswer> {
    const [token, code, decision] = [form.get("token"), form.get("code"), form.get("decision")]
    if (token !== null && token !== "") {
      if (!this.signIn.isToken(token)) return Effect.succeed(this.signedOut(403, "over"))
      return decision === null || id === undefined ? this.shown(id) : this.decided(id, decision, form.get("reason"))
    }
    // A code only signs in. A decision needs a page that the person has seen.
    if (this.signIn.enter(code ?? "")) return this.shown(id)
    return Effect.succeed(this.signedOut(403, this.signIn.isClosed ? "closed" : "wrong"))
  }

  private shown(id: string | undefined): Effect.Effect<PageAnswer> {
    const { token } = this.signIn
    if (id === undefined)
      return this.whileAvailable(Effect.map(this.pending.list(), (all) => [200, renderListPage(all, token)]))
    return this.whileAvailable(
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

  private decided(id: string, given: string, reason: string | null): Effect.Effect<PageAnswer> {
    const { token } = this.signIn
    const decision = decisionOf(given, reason)
    if (decision === undefined)
      return Effect.succeed([
        400,
        renderOutcomePage("Not decided", "The page does not offer this decision.", false, token)
      ])
    const decider = { by: this.options.by, from: "approval page" }
    return this.whileAvailable(
      Effect.flatMap(this.pending.get(id), (found) =>
        Effect.map(this.pending.decide(id, decision, decider), (outcome) =>
          answerTo(outcome, found?.request.kind === "escalation" ? told : outcomes[decision.decision], token)
        )
      )
    )
  }

  private whileAvailable(answer: Effect.Effect<PageAnswer, StoreUnavailable>): Effect.Effect<PageAnswer> {
    return Effect.catch(answer, ({ message }) =>
      Effect.succeed<PageAnswer>([503, renderOutcomePage("Nothing was decided", message, false, this.signIn.token)])
    )
  }
}

const decisionOf = (given: string, reason: string | null): ApprovalDecision | undefined => {
  // The form for an approval has no field for a reason.
  const said = reason === null || reason.trim() === "" ? {} : { reason: reason.trim() }
  if (given === "approve") return { decision: "approve", scope: "once", ...said }
  return given === "deny" ? { decision: "deny", ...said } : undefined
}

const answerTo = (outcome: DecisionOutcome, [heading, said]: readonly [string, string], token: string): PageAnswer => {
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
