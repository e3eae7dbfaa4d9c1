import { approvalStates, PendingApprovals } from "@toolgate/core"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { nameFlag } from "../flags/nameFlag.ts"
import { storeFlags } from "../flags/storeFlags.ts"
import { switchFlag } from "../flags/switchFlag.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { provideApprovals } from "./approvalsIn.ts"
import { buildApprovalJson, findRequestSubject, formatApprovalLine, makeListedApproval } from "./approvalText.ts"

/** The command `toolgate approvals list`, which lists the requests of a store. */
export const approvalsListCommand = Command.make("list", {
  ...storeFlags,
  all: switchFlag("all", "Include requests that are no longer open"),
  session: nameFlag("session", "Only requests of this session"),
  json: makeJsonFlag("Print each request as a line of JSON")
}).pipe(
  Command.withDescription(
    [
      "List open requests, and approvals that have not been used yet, oldest first, each with",
      'what it is about: files, commands, hosts, or the question of an escalation. "toolgate approvals show ID" shows all of it.',
      "",
      "Exit status: 0 the store was read, 2 the store cannot be opened, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("List the requests of a store"),
  Command.withExamples([
    { command: "toolgate approvals list", description: "List the open requests" },
    { command: "toolgate approvals list --all --json", description: "Print every request as a line of JSON" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { find } = yield* PendingApprovals
      const states = given.all ? approvalStates : (["open", "approved"] as const)
      const filter = { session: Option.getOrUndefined(given.session), states, limit: pageSize }
      let last: string | undefined
      for (let page = yield* find(filter); page.length > 0; page = yield* find({ ...filter, after: last }))
        for (const found of page) {
          const [approval, about] = [makeListedApproval(found), findRequestSubject(found.request)]
          last = approval.id
          yield* screen.result(
            given.json ? formatJsonLine(buildApprovalJson(approval, about)) : formatApprovalLine(approval, about)
          )
        }
      if (last === undefined && !given.json)
        yield* screen.notice(`toolgate: ${given.all ? "The store has no requests" : "No requests are waiting"}.\n`)
    }).pipe((listing) => provideApprovals(given, listing))
  )
)

/** The number of requests that are read at once. */
const pageSize = 100
