import { isChild, type ResumableCall, ResumableCalls, ToolRegistry } from "@toolgate/core"
import { encode, ToolExecution as ToolExecutionForm } from "@toolgate/wire"
import * as Context from "effect/Context"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { partsOf } from "toolgate/effect"
import { getPrintedArtifactOptions } from "../artifacts/artifactsHere.ts"
import { getAuditFolder, makeAuditFlag } from "../audit/auditFlags.ts"
import { formatFailure, formatNotices, formatOutput } from "../call/executionText.ts"
import { catalogueFlags } from "../catalogue/catalogueFlags.ts"
import { formatSourceFlags } from "../catalogue/formatSourceFlags.ts"
import { noAsker } from "../flags/gateFlags.ts"
import { json } from "../flags/globalFlags.ts"
import { listOwnTools } from "../flags/hostToolsFlag.ts"
import { answers, readRecordOptions } from "../flags/recordFlags.ts"
import { formatStoreFlags, getStoreReference, storeFlags } from "../flags/storeFlags.ts"
import { findServer } from "../mcp/findServer.ts"
import { readMcpChoice, waitForServers } from "../mcp/mcpChoice.ts"
import { makeMcpFileFlag } from "../mcp/mcpFile.ts"
import { parseServerName } from "../mcp/openServerTools.ts"
import { reviewWith } from "../mcp/reviewWith.ts"
import { openGate } from "../openGate.ts"
import { policy } from "../policy/policyFlags.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { escapeForTerminal, formatJsonLine } from "../text/escapeForTerminal.ts"
import { chooseAllTools, chooseNamedTools } from "../toolbox/toolboxChoice.ts"
import { toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { approvalId, expandApprovalId, refuseUnknownApproval } from "./approvalId.ts"
import { provideApprovals } from "./approvalsIn.ts"

/** The exit status of a call that waits for a decision. */
export const pendingStatus = 3

/** The command `toolgate approvals resume`, which runs a deferred call that was approved. */
export const approvalsResumeCommand = Command.make("resume", {
  id: approvalId,
  ...storeFlags,
  policy,
  ...catalogueFlags,
  ...toolboxSettingsFlag,
  config: makeMcpFileFlag("config"),
  audit: makeAuditFlag("the store"),
  answers,
  json
}).pipe(
  Command.withDescription(
    [
      "Run a deferred call that was approved, once. The workspace, the principal and the policy are those of the request. The",
      "policy applies as it is now, and --policy narrows it further. If the call would now touch other things, it needs a new",
      "approval.",
      "",
      "For a tool of a catalogue or a plugin, pass the same flags as for the call. The skills of",
      "the request stay active in addition to --skill.",
      "",
      "If a script waits for the call, the script continues. Calls that it has made are answered from its record, and not repeated.",
      "",
      "For a tool of an MCP server, the server is started as mcp.yaml says now, and stopped after the call.",
      "",
      "Exit status: 0 the call ran, 1 it was denied, failed or ran before, 2 the store cannot be opened, or the command line is",
      "invalid, 3 no decision yet, 129, 130 or 143 SIGHUP, Ctrl-C or SIGTERM ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Run a deferred call that was approved"),
  Command.withExamples([
    { command: "toolgate approvals resume 5f0c… --json", description: "Run the call, and print its answer as JSON" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const stop = yield* Stop
      const store = yield* getStoreReference(given)
      const folder = yield* Option.isNone(given.audit) ? Effect.undefined : getAuditFolder(given.audit)
      const kept = yield* readRecordOptions({ folder, store, answers: given.answers })
      const id = yield* provideApprovals(given, expandApprovalId(given))
      const resumable = yield* provideApprovals(
        given,
        Effect.flatMap(ResumableCalls, ({ get }) => get(id))
      )
      if (resumable === undefined) return yield* refuseUnknownApproval(given)
      const { call, policy: asked, refusal } = resumable
      // The workspace of an unreadable request is unknown, so no gate can be opened to refuse it.
      if (asked === undefined && refusal !== undefined) {
        const message = escapeForTerminal(refusal.message)
        yield* given.json
          ? screen.result(formatJsonLine({ outcome: "unreadable", message }))
          : screen.notice(`toolgate: ${message}\n`)
        return yield* new Unsuccessful({ exitStatus: 1 })
      }
      const flags = yield* policyFlagsOf(resumable, given.policy)
      const tools = listOwnTools({ hostTools: true })
      const isHere = refusal !== undefined || tools.some(({ name }) => name === call.tool)
      const server = isHere ? undefined : parseServerName(call.tool)
      const config = server === undefined ? undefined : (yield* findServer(server, given.config)).config
      const { workspace } = resumable.context
      const gate = yield* openGate(
        { ...noAsker, ...given, ...flags, workspace },
        {
          tools,
          sessionAnswers: false,
          // Resuming a script runs it again with all its calls.
          toolbox: isChild(resumable.context.caller) ? chooseAllTools : chooseNamedTools([call.tool]),
          // An agent's call has no access to other agents' artifacts, and is resumed with the same grant.
          artifacts: getPrintedArtifactOptions(workspace),
          ...kept,
          ...(config === undefined
            ? {}
            : {
                servers: yield* readMcpChoice(config, resumable.context, given.config),
                pins: { reviewWith: reviewWith({ ...given, ...flags, workspace }) }
              })
        }
      )
      const isKnown = isHere || server !== undefined || Context.get(partsOf(gate).services, ToolRegistry).has(call.tool)
      if (!isKnown) return yield* unknownTool(call.tool)
      yield* waitForServers(gate)
      const execution = yield* Effect.promise(() => gate.resume(id, { signal: stop.signal }))
      if (given.json) yield* screen.result(formatJsonLine(encode(ToolExecutionForm, execution)))
      else {
        yield* screen.result(formatOutput(execution.output, screen.columns !== undefined && execution.success))
        yield* screen.notice(
          formatNotices(execution) +
            (execution.success
              ? ""
              : formatFailure(execution, undefined, {
                  flags: formatSourceFlags(given),
                  store: formatStoreFlags(given)
                }))
        )
      }
      if (execution.success) return
      const stopped = stop.signal.aborted && execution.error?.class === "cancelled"
      const status = execution.pending === undefined ? 1 : pendingStatus
      return yield* new Unsuccessful({ exitStatus: stopped ? stop.exitStatus() : status })
    }).pipe(Effect.scoped)
  )
)

const unknownTool = (tool: string) =>
  new WrongUse({
    message: `The request is for tool "${tool}", which is not known here: the command line has the built-in tools, those of MCP servers, and those that flags name. Name its catalogue with "--catalogue" or its plugins with "--plugins", as when the call was made, or resume it in the program that has the tool.`
  })

/** Returns the flags that name the policy of a request, narrowed by further files. */
const policyFlagsOf = Effect.fnUntraced(function* ({ policy }: ResumableCall, further: ReadonlyArray<string>) {
  const source = policy?.source ?? "app"
  if (source === "host")
    return { policy: further.length > 0 ? further : ["host"], noProjectPolicy: further.length === 0 }
  if (source === "default") return { policy: further, noProjectPolicy: true }
  if (source === "app")
    return yield* new WrongUse({
      message: "The request was made under a policy in a program, which is not known here. Resume it in that program."
    })
  const { files, narrowedBy } = JSON.parse(source) as {
    readonly files: ReadonlyArray<string>
    readonly narrowedBy?: string
  }
  return { policy: [...files, ...further], noProjectPolicy: narrowedBy === undefined }
})
