import { encode, ToolExecution as ToolExecutionForm } from "@toolgate/wire"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { ToolExecution, Toolgate } from "toolgate"
import { pendingStatus } from "../approvals/approvalsResumeCommand.ts"
import { getCallArtifactOptions } from "../artifacts/artifactsHere.ts"
import { makeTerminalAsk } from "../asking/makeTerminalAsk.ts"
import { makeAuditFlag } from "../audit/auditFlags.ts"
import { formatSourceFlags } from "../catalogue/formatSourceFlags.ts"
import { readCaller } from "../flags/asker.ts"
import { deferFlags } from "../flags/deferFlags.ts"
import { gateFlags } from "../flags/gateFlags.ts"
import { json } from "../flags/globalFlags.ts"
import { hostToolsFlag, listOwnTools } from "../flags/hostToolsFlag.ts"
import { answers } from "../flags/recordFlags.ts"
import { formatStoreFlags } from "../flags/storeFlags.ts"
import { switchFlag } from "../flags/switchFlag.ts"
import { openGate } from "../openGate.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { escapeForTerminal, formatJsonLine } from "../text/escapeForTerminal.ts"
import { chooseCalledTools } from "../toolbox/toolboxChoice.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { adviseHostTools } from "./adviseHostTools.ts"
import { callSettings, makeQuestionListeners } from "./callSettings.ts"
import { formatPendingAdvice } from "./executionText.ts"
import { readTurnCalls } from "./readTurnCalls.ts"

const file = Argument.String("FILE").pipe(
  Argument.withDescription('A file with a list of calls in JSON: { id, tool, args } each; "-" is standard input')
)
const mode = Flag.Literals("mode", ["auto", "parallel", "sequential"] as const).pipe(
  Flag.withMetavar("MODE"),
  Flag.withDescription(
    "parallel: in waves of calls that do not depend on each other; sequential: one after the other; auto: in waves unless what a call changes cannot be known; default: auto"
  ),
  Flag.withDefault("auto" as const)
)

/** The command `toolgate turn`, which makes the calls of one turn of a model through the gate. */
export const turnCommand = Command.make("turn", {
  file,
  mode,
  parallelMutations: switchFlag("parallel-mutations", "Let calls that change different things run at once as well"),
  dryRun: switchFlag(
    "dry-run",
    "Judge the calls without making them: which would ask, which would be denied, which depend on a result"
  ),
  json,
  ...gateFlags,
  ...hostToolsFlag,
  audit: makeAuditFlag("none, or the store"),
  ...deferFlags,
  answers
}).pipe(
  Command.withDescription(
    [
      "Make the calls of a turn through the gate, and print their answers.",
      "",
      "Calls that do not depend on each other run at once. The arguments of a call may refer to the result of an earlier one:",
      '{ "$from": "1" } is what the call with the id 1 answers, and { "$from": "1", "pointer": "/path" } a part of its',
      "structured result. With --json, the answers are one object: executions and tool_chains.",
      "",
      "Exit status: 0 every call succeeded (or, with --dry-run, none would be denied), 1 one was refused or failed, 2 the",
      "command line or the file is invalid, 3 a call is deferred and waits for a decision, 129, 130 or 143 a signal ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Make several calls through the gate"),
  Command.withExamples([
    { command: "toolgate turn calls.json --json", description: "Make the calls of a file" },
    {
      command: "toolgate turn plan.json --dry-run",
      description: "See what would be asked and denied, before anything runs"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const stop = yield* Stop
      const screen = yield* Screen
      const settings = yield* callSettings(given)
      const { limits, deferral, kept } = settings
      const listeners = yield* makeQuestionListeners(given, settings)
      const calls = yield* readTurnCalls(given.file, stop.signal)
      if (calls === undefined) return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
      const gate: Toolgate = yield* openGate(given, {
        tools: listOwnTools(given),
        toolbox: chooseCalledTools(
          calls.map(({ tool, args, argsText }) => ({ tool, text: argsText ?? JSON.stringify(args) }))
        ),
        ask: makeTerminalAsk(screen, stop, given.workspace),
        ...getCallArtifactOptions(
          given.workspace,
          calls.map(({ tool }) => tool)
        ),
        ...kept
      })
      if (given.dryRun) {
        const judged = yield* Effect.promise(() => gate.judgeAll(calls, { limits, ...readCaller(given) }))
        const lines = judged.steps.map(
          ({ call_id, tool, decision, reason }) =>
            `${escapeForTerminal(`${call_id} ${tool}`)}: ${decision}. ${escapeForTerminal(reason)}\n`
        )
        yield* screen.result(given.json ? formatJsonLine(judged) : lines.join(""))
        return judged.decision === "deny" ? yield* new Unsuccessful({ exitStatus: 1 }) : undefined
      }
      const { mode, parallelMutations } = given
      const { executions: answers, tool_chains } = yield* Effect.promise(() =>
        gate.dispatchTurn(calls, {
          mode,
          parallelMutations,
          signal: stop.signal,
          limits,
          ...readCaller(given),
          ...deferral,
          ...listeners
        })
      )
      const executions = answers.map((execution) => adviseHostTools(execution, given))
      const encoded = executions.map((execution) => encode(ToolExecutionForm, execution))
      if (given.json) yield* screen.result(formatJsonLine({ executions: encoded, tool_chains }))
      else
        yield* screen.result(
          executions.map((execution) => turnText(execution, formatSourceFlags(given), formatStoreFlags(given))).join("")
        )
      if (executions.every(({ success }) => success)) return
      const isPending = executions.every(({ success, pending }) => success || pending !== undefined)
      const status = isPending ? pendingStatus : 1
      return yield* new Unsuccessful({ exitStatus: stop.signal.aborted ? stop.exitStatus() : status })
    }).pipe(Effect.scoped)
  )
)

/** Formats an answer for a person: a line for the call, with the tool's or gate's text below. */
const turnText = (execution: ToolExecution, flags: string, store: string): string => {
  const { callId, toolName, success, executed, output, error, pending } = execution
  const texts = output.content.flatMap((block) => (block.type === "text" ? block.text : []))
  const said = texts.length === 0 && output.value !== undefined ? [JSON.stringify(output.value)] : texts
  const advice = pending === undefined ? [] : [formatPendingAdvice(pending, flags, store)]
  const lines = [...said, ...(error === undefined ? [] : [error.message]), ...advice].join("\n").split("\n")
  const failed = pending === undefined ? (error?.class ?? "failed") : "waits for a decision"
  const head = `${escapeForTerminal(`${callId} ${toolName}`)}: ${success ? "success" : `${failed}, executed: ${executed}`}`
  return [head, ...lines.map((line) => `  ${escapeForTerminal(line)}`)].map((line) => `${line}\n`).join("")
}
