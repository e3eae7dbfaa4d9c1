import { type InputRequest, inputRequired } from "@modelcontextprotocol/server"
import { type ApprovalRequest, PendingApprovals, type ToolExecution } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import {
  createAddressForm,
  createApprovalForm,
  isAccepted,
  isForClients,
  parseDecision,
  type Responses
} from "./createApprovalForm.ts"
import type { ClientFacts } from "./describeClient.ts"
import type { McpCaller } from "./McpCaller.ts"
import type { ServeOptions } from "./ServeOptions.ts"

/** A question to the client's user about a waiting call. */
export interface ApprovalQuestion {
  readonly approval: string
  /**
   * Whether the client's answer decides. If not, the user decides on the page, and the answer only confirms that they
   * opened it.
   */
  readonly decides: boolean
  readonly asked: InputRequest
}

/** Approvals by the users of clients. The stored approval decides. */
export class ClientApprovals {
  private readonly options: ServeOptions
  private readonly pending: PendingApprovals["Service"]

  constructor(options: ServeOptions) {
    this.options = options
    this.pending = Context.get(options.gate, PendingApprovals)
  }

  /**
   * Returns the question for the client's user about a waiting call, if the caller's settings and the client allow it.
   */
  async questionOf(
    { pending }: ToolExecution,
    { approvals }: McpCaller,
    { asks }: ClientFacts
  ): Promise<ApprovalQuestion | undefined> {
    if (pending === undefined || approvals === "defer") return undefined
    const approval = pending.approvalId
    const { approveAt } = this.options
    if (approvals === "url")
      return approveAt === undefined || !asks.url
        ? undefined
        : { approval, decides: false, asked: inputRequired.elicitUrl(createAddressForm(approveAt(approval))) }
    const request = asks.form ? await this.openQuestion(approval) : undefined
    return request !== undefined && isForClients(request)
      ? { approval, decides: true, asked: inputRequired.elicit(createApprovalForm(request)) }
      : undefined
  }

  /**
   * Records a user's answer. The caller dispatches the call afterwards in any case, and the stored approval decides.
   */
  async take(
    { name }: McpCaller,
    { approval, decides }: Pick<ApprovalQuestion, "approval" | "decides">,
    responses: Responses | undefined,
    signal: AbortSignal
  ): Promise<void> {
    if (!decides) return this.waitFor(approval, responses, signal)
    const request = await this.openQuestion(approval)
    if (request === undefined || !isForClients(request)) return
    const decision = parseDecision(request, responses)
    if (decision === undefined) return
    await this.run(Effect.ignore(this.pending.decide(approval, decision, { by: name, from: "MCP elicitation" })))
  }

  /** Waits for the decision of a user who agreed to open the page. */
  private async waitFor(approval: string, responses: Responses | undefined, signal: AbortSignal): Promise<void> {
    if (!isAccepted(responses)) return
    await Effect.runPromiseExitWith(this.options.gate)(untilOver(this.pending, approval), { signal })
  }

  howToDecide(approval: string): string {
    const { approveAt, approveWith } = this.options
    const opens = approveAt === undefined ? "" : `opens ${approveAt(approval)} or `
    return `To decide, a person ${opens}runs "${approveWith(approval)}" or denies it.`
  }

  /** Returns a question that is still open. `undefined` if the store cannot be read. */
  private async openQuestion(id: string): Promise<ApprovalRequest | undefined> {
    const found = await this.run(Effect.orElseSucceed(this.pending.get(id), () => undefined))
    return found?.isOpen === true ? found.request : undefined
  }

  private run<A>(effect: Effect.Effect<A>): Promise<A> {
    return Effect.runPromiseWith(this.options.gate)(effect)
  }
}

/** Waits until a question is decided anywhere, at most for the usual timeout of clients. */
const untilOver = (pending: PendingApprovals["Service"], id: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    const changes = yield* Queue.sliding<void>(1)
    yield* pending.listen(() => void Queue.offerUnsafe(changes, undefined))
    while ((yield* pending.get(id))?.isOpen === true) yield* Queue.take(changes)
  }).pipe(Effect.scoped, Effect.timeoutOption(longestWait), Effect.ignore)

/** Most clients wait a minute for an answer. */
const longestWait = "45 seconds"
