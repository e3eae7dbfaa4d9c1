import { type ApprovalDecision, ApprovalStore, PendingApprovals, type StoredApproval } from "@toolgate/core"
import { type InvalidJson, readJson } from "@toolgate/core/json"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { json } from "../flags/globalFlags.ts"
import { formatStoreFlags, type StoreFlags, storeFlags } from "../flags/storeFlags.ts"
import { getUserName } from "../getUserName.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { approvalId, expandApprovalId, refuseUnknownApproval } from "./approvalId.ts"
import { provideApprovals } from "./approvalsIn.ts"
import { describeDecision } from "./approvalText.ts"

const statuses =
  "Exit status: 0 the request is decided, 1 it is unknown, over or was decided before, 2 the store cannot be opened, or the\n  command line is invalid."

const scope = Flag.Literals("scope", ["once", "session", "always"] as const).pipe(
  Flag.withDescription(
    "once: this call; session: similar calls until the session ends; always: this call, and a suggested rule for the policy; default: once"
  ),
  Flag.withDefault("once" as const)
)

const args = Flag.String("args").pipe(
  Flag.withMetavar("JSON"),
  Flag.withDescription("Approve these arguments instead of the requested ones"),
  Flag.optional
)

/** The command `toolgate approvals approve`. */
export const approvalsApproveCommand = Command.make("approve", {
  id: approvalId,
  ...storeFlags,
  scope,
  args,
  reason: Flag.String("reason").pipe(
    Flag.withMetavar("TEXT"),
    Flag.withDescription("A message for the agent when you answer an escalation; at most 500 characters are passed on"),
    Flag.optional
  ),
  json
}).pipe(
  Command.withDescription(
    [
      "Approve a request. If its call waits, it runs now; if the call was deferred, it runs when it is resumed. The first",
      "decision counts. Arguments from --args are validated and judged again before the call runs.",
      "",
      statuses
    ].join("\n  ")
  ),
  Command.withShortDescription("Approve a request"),
  Command.withExamples([
    { command: "toolgate approvals approve 5f0c…", description: "Approve this one call" },
    {
      command: `toolgate approvals approve 5f0c… --args '{"path":"notes/a.txt"}'`,
      description: "Approve the call with other arguments"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const edited = Option.isSome(given.args) ? { args: yield* objectOf(given.args.value) } : {}
      if (Option.isSome(given.args) && given.scope !== "once") return yield* editedOnce
      const decision = {
        decision: "approve",
        ...(given.scope === "once" ? {} : { scope: given.scope }),
        ...edited,
        ...(Option.isSome(given.reason) ? { reason: given.reason.value } : {})
      } as ApprovalDecision
      return yield* decided(given, decision)
    })
  )
)

const editedOnce = new WrongUse({
  message: 'The flag "--args" approves one call with other arguments, and goes with "--scope once" only.'
})

const reason = Flag.String("reason").pipe(
  Flag.withMetavar("TEXT"),
  Flag.withDescription("A reason for the model; at most 500 characters are passed on"),
  Flag.optional
)

/** The command `toolgate approvals deny`. */
export const approvalsDenyCommand = Command.make("deny", { id: approvalId, ...storeFlags, reason, json }).pipe(
  Command.withDescription(["Deny a request. The first decision counts.", "", statuses].join("\n  ")),
  Command.withShortDescription("Deny a request"),
  Command.withExamples([
    { command: `toolgate approvals deny 5f0c… --reason "Not on this branch."`, description: "Deny it, and say why" }
  ]),
  Command.withHandler((given) =>
    decided(given, {
      decision: "deny",
      ...(Option.isSome(given.reason) ? { reason: given.reason.value } : {})
    })
  )
)

/** The command `toolgate approvals withdraw`. */
export const approvalsWithdrawCommand = Command.make("withdraw", { id: approvalId, ...storeFlags, json }).pipe(
  Command.withDescription(
    [
      "Withdraw a request or an approval. A call that has not run yet can no longer run. If it has run, an approval for the",
      "session allows no further calls.",
      "",
      statuses
    ].join("\n  ")
  ),
  Command.withShortDescription("Withdraw a request or an approval"),
  Command.withHandler((written) =>
    Effect.gen(function* () {
      const { change } = yield* ApprovalStore
      const given = { ...written, id: yield* expandApprovalId(written) }
      const who = { by: getUserName(), from: "toolgate approvals" }
      const { changed, approval } = yield* change(given.id, { to: "withdrawn", who })
      if (approval === undefined) return yield* refuseUnknownApproval(given)
      return yield* told(given.json, changed, {
        outcome: changed ? "withdrawn" : "over",
        message: changed
          ? withdrawnText(approval)
          : `The request is over: ${approval.state}${describeDecision(approval)}.`
      })
    }).pipe((withdrawing) => provideApprovals(written, withdrawing))
  )
)

const withdrawnText = ({ decision, outcome }: StoredApproval): string =>
  outcome !== undefined
    ? "The approval is withdrawn. Its call has already run; similar calls need a new approval."
    : `The ${decision === undefined ? "request" : "approval"} is withdrawn.`

type DecisionFlags = StoreFlags & { readonly id: string; readonly json: boolean }

const decided = (written: DecisionFlags, decision: ApprovalDecision) =>
  Effect.gen(function* () {
    const given = { ...written, id: yield* expandApprovalId(written) }
    const { decide } = yield* PendingApprovals
    const outcome = yield* decide(given.id, decision, { by: getUserName(), from: "toolgate approvals" })
    if (outcome.outcome === "unknown") return yield* refuseUnknownApproval(given)
    const isDecided = outcome.outcome === "decided"
    const message = isDecided
      ? [yield* doneText(given, decision), ...(outcome.message === undefined ? [] : [outcome.message])].join(" ")
      : outcome.message
    return yield* told(given.json, isDecided, { ...outcome, message })
  }).pipe((deciding) => provideApprovals(written, deciding))

const doneText = (given: DecisionFlags, { decision }: ApprovalDecision) =>
  Effect.gen(function* () {
    if (decision === "deny") return "The request is denied."
    const { get } = yield* ApprovalStore
    // A waiting gate runs the call itself.
    if ((yield* get(given.id))?.waits !== false) return "The request is approved."
    return `The request is approved. To run its call, run "toolgate approvals resume ${given.id}${formatStoreFlags(given)}".`
  })

const told = (asJson: boolean, isDone: boolean, said: { readonly outcome: string; readonly message: string }) =>
  Effect.gen(function* () {
    const screen = yield* Screen
    yield* asJson ? screen.result(formatJsonLine(said)) : screen.notice(`toolgate: ${said.message}\n`)
    if (!isDone) return yield* new Unsuccessful({ exitStatus: 1 })
  })

const objectOf = Effect.fnUntraced(function* (text: string) {
  try {
    const value = readJson(text)
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>
    return yield* new WrongUse({
      message: 'The flag "--args" takes the arguments as a JSON object, as in {"path":"a.txt"}.'
    })
  } catch (cause) {
    return yield* new WrongUse({
      message: `The flag "--args" cannot be read as JSON: ${(cause as InvalidJson).message}.`
    })
  }
})
