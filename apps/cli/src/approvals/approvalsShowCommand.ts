import { ApprovalStore, isChild, PendingApprovals, type ResumableCall, ResumableCalls } from "@toolgate/core"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../flags/globalFlags.ts"
import { storeFlags } from "../flags/storeFlags.ts"
import { Screen } from "../Screen.ts"
import { escapeInvisible, formatJsonLine } from "../text/escapeForTerminal.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { approvalId, expandApprovalId, refuseUnknownApproval } from "./approvalId.ts"
import { provideApprovals } from "./approvalsIn.ts"
import { buildApprovalJson, formatApprovalLine, formatTime } from "./approvalText.ts"

/** The command `toolgate approvals show`, which shows what a request is about. */
export const approvalsShowCommand = Command.make("show", { id: approvalId, ...storeFlags, json }).pipe(
  Command.withDescription(
    [
      "Show a request as the gate would ask it: what the call would do, what it points at, its arguments, why a person has to",
      "decide, and what an approval covers. A closed request also shows who decided, and when.",
      "",
      "Exit status: 0 the request is shown, 1 there is no such request, or it cannot be read, 2 the store cannot be opened, or the",
      "command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Show what a request is about"),
  Command.withHandler((written) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const given = { ...written, id: yield* expandApprovalId(written) }
      const approval = yield* Effect.flatMap(ApprovalStore, ({ get }) => get(given.id))
      if (approval === undefined) return yield* refuseUnknownApproval(given)
      const resumable = yield* Effect.flatMap(ResumableCalls, ({ get }) => get(given.id))
      const request = (yield* Effect.flatMap(PendingApprovals, ({ get }) => get(given.id)))?.request
      if (given.json) yield* screen.result(formatJsonLine({ ...buildApprovalJson(approval), request: request ?? null }))
      else {
        yield* screen.result(formatApprovalLine(approval))
        if (request !== undefined && request.unreadable === undefined)
          yield* screen.result(
            [
              "",
              request.summary,
              "",
              ...(isOfScript(resumable) ? [ofScript] : []),
              `Asked because: ${request.why} (${escapeInvisible(request.because.rule)}, ${escapeInvisible(request.because.source)})`,
              ...(request.projectedModifications.length === 0
                ? []
                : [`It would change: ${request.projectedModifications.join(", ")}`]),
              request.sessionCovers,
              ...(request.always === undefined ? [] : [request.always.covers]),
              ...(approval.state === "open" ? [`It can be decided until ${formatTime(request.expiresAt)}.`] : []),
              ""
            ].join("\n")
          )
      }
      if (request?.unreadable === undefined) return
      yield* screen.notice(`toolgate: ${request.unreadable}\n`)
      return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe((showing) => provideApprovals(written, showing))
  )
)

/** Whether a deferred call was made by a script. No other child call is deferred. */
const isOfScript = (call: ResumableCall | undefined): boolean =>
  call?.defer !== undefined && isChild(call.context.caller)

const ofScript = "A script made this call, and continues with its answer once the approval is resumed."
