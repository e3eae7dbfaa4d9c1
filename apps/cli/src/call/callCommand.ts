import { randomUUID } from "node:crypto"
import { ToolRegistry } from "@toolgate/core"
import { encode, ToolExecution as ToolExecutionForm } from "@toolgate/wire"
import * as Context from "effect/Context"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import type { ToolExecution } from "toolgate"
import { partsOf } from "toolgate/effect"
import { toEnvelope, toMachine } from "toolgate/results"
import { pendingStatus } from "../approvals/approvalsResumeCommand.ts"
import { getCallArtifactOptions } from "../artifacts/artifactsHere.ts"
import { makeTerminalAsk } from "../asking/makeTerminalAsk.ts"
import { makeAuditFlag } from "../audit/auditFlags.ts"
import { formatSourceFlags } from "../catalogue/formatSourceFlags.ts"
import { readCaller } from "../flags/asker.ts"
import { deferFlags } from "../flags/deferFlags.ts"
import { type GateFlags, gateFlags } from "../flags/gateFlags.ts"
import { json, makeFormFlag } from "../flags/globalFlags.ts"
import { hostToolsFlag, listOwnTools } from "../flags/hostToolsFlag.ts"
import { answers } from "../flags/recordFlags.ts"
import { formatStoreFlags } from "../flags/storeFlags.ts"
import { readStandardInput } from "../input/readStandardInput.ts"
import { openGate } from "../openGate.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { chooseCalledTools } from "../toolbox/toolboxChoice.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { adviseHostTools } from "./adviseHostTools.ts"
import { args, convertWordsToJson } from "./argumentWords.ts"
import { type CallFlags, callSettings, makeQuestionListeners } from "./callSettings.ts"
import { formatFailure, formatNotices } from "./executionText.ts"
import { explainText } from "./explainText.ts"
import { formatRepositoryNotice } from "./formatRepositoryNotice.ts"
import { findGuestFlag, type GuestFlags, guest } from "./guestFlags.ts"
import { formatRemaining, LiveOutput } from "./LiveOutput.ts"
import { isGuestFile, makeGuestTool } from "./makeGuestTool.ts"

const tool = Argument.String("TOOL").pipe(
  Argument.withDescription("The tool's name, such as read_file; or a module or a script, such as ./count.wasm")
)

/** The command `toolgate call`, which makes one call through the gate. */
export const callCommand = Command.make("call", {
  tool,
  args,
  json,
  envelope: makeFormFlag(
    "envelope",
    "Print the answer as one line of JSON in its envelope: ok, status, output, metadata"
  ),
  ...gateFlags,
  ...hostToolsFlag,
  audit: makeAuditFlag("none, or the store"),
  ...deferFlags,
  answers,
  ...guest
}).pipe(
  Command.withDescription(
    [
      "Call a tool through the gate, and print its answer.",
      "",
      "A policy decides whether the call runs: the files of --policy, or the policy in your configuration directory, or",
      "the built-in policy, which allows reading in the workspace, and asks about secrets, files elsewhere, hosts, and everything",
      "that changes or runs something. Questions are asked at this terminal. Without a terminal, a call that needs an answer is",
      "denied.",
      "",
      "A file (a WASI module, or a JavaScript or TypeScript function) runs in the WebAssembly sandbox, and can only",
      "use the files that --files gives it.",
      "",
      'With --store, a question waits in the store as well, for as long as --ask-timeout says: "toolgate approvals" decides it',
      'elsewhere. With --defer, the answer comes at once; "toolgate approvals resume" runs the call when it is approved.',
      "",
      "Exit status: 0 the call succeeded, 1 it was refused or failed, 2 the command line is invalid, 3 the call is deferred and",
      "waits for a decision, 129, 130 or 143 SIGHUP, Ctrl-C or SIGTERM ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Call a tool through the gate"),
  Command.withExamples([
    { command: `toolgate call read_file '{"path":"README.md"}'`, description: "Read a file of the current folder" },
    { command: "toolgate call read_file path=README.md", description: "Read the same file" },
    {
      command: "toolgate call list_dir --workspace ../other --json",
      description: "Print the answer as one line of JSON"
    },
    { command: "toolgate call write_file - <call.json", description: "Take the arguments from a file" },
    {
      command: "toolgate call write_file path=a.txt content=hello --defer --json",
      description: "Decide the question later"
    },
    {
      command: `toolgate call ./count.wasm '{"text":"a b"}' --limit wall_time=1s`,
      description: "Run a module for at most a second"
    },
    {
      command: "toolgate call find_text text=milk path=list.txt --catalogue tools.yaml",
      description: "Call a tool of a catalogue"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const stop = yield* Stop
      const { execution, tool, shown } = yield* answerTo(given)
      if (given.envelope) yield* screen.result(formatJsonLine(toMachine(toEnvelope(execution))))
      else if (given.json) yield* screen.result(formatJsonLine(encode(ToolExecutionForm, execution)))
      else {
        yield* screen.result(formatRemaining(execution, shown, screen.columns !== undefined))
        const failure = execution.success ? "" : formatFailure(execution, tool, commandText(given))
        yield* screen.notice(formatNotices(execution) + failure + formatRepositoryNotice(execution, given.workspace))
      }
      if (execution.success) return
      const stopped = stop.signal.aborted && execution.error?.class === "cancelled"
      const status = execution.pending === undefined ? 1 : pendingStatus
      return yield* new Unsuccessful({ exitStatus: stopped ? stop.exitStatus() : status })
    })
  )
)

const commandText = (given: FlagsOfCall) => ({
  flags: formatSourceFlags(given),
  store: formatStoreFlags(given),
  explain: isGuestFile(given.tool) ? undefined : explainText(given)
})

/** Makes the call and returns its answer. Fails only for an invalid command line. A stopped call is answered as cancelled. */
const answerTo = (given: FlagsOfCall) =>
  Effect.gen(function* () {
    const stop = yield* Stop
    const { signal } = stop
    const screen = yield* Screen
    if (given.json && given.envelope)
      return yield* new WrongUse({
        message: 'The flags "--json" and "--envelope" cannot be combined. Use one of them.'
      })
    if (given.defer && isGuestFile(given.tool)) return yield* deferredFile
    const called = yield* calledTool(given)
    const settings = yield* callSettings(given)
    const { limits, deferral, kept } = settings
    const tools = [...listOwnTools(given), ...called.own]
    // A script's text is read before the gate opens, because later calls could change it.
    const isInput = given.args.length === 1 && given.args[0] === "-"
    const isScript = called.name === "run_script"
    const script = !isScript ? undefined : isInput ? yield* inputTo(stop) : given.args.join(" ")
    const toolbox = chooseCalledTools([{ tool: called.name, text: script ?? "" }])
    const artifacts = getCallArtifactOptions(given.workspace, [called.name])
    const ask = makeTerminalAsk(screen, stop, given.workspace)
    const gate = yield* openGate(given, { tools, toolbox, ask, sessionAnswers: false, ...artifacts, ...kept })
    const tool = Context.get(partsOf(gate).services, ToolRegistry).get(called.name)?.definition
    const text = yield* convertWordsToJson(given.args, tool)
    const argsText = text === "-" ? (script ?? (yield* inputTo(stop))) : text
    // If the call is stopped while arguments are read, they are unknown, and the gate still answers.
    const call = { id: randomUUID(), tool: called.name, argsText: argsText ?? "" }
    // Into a file or pipe, the output is written at the end of the call.
    const live = given.json || given.envelope || screen.columns === undefined ? undefined : new LiveOutput(screen)
    const listeners = {
      ...(yield* makeQuestionListeners(given, settings)),
      ...(live === undefined ? {} : { onOutput: live.show })
    }
    const execution = yield* Effect.promise(
      (): Promise<ToolExecution> =>
        gate.dispatch(call, { signal, limits, ...readCaller(given), ...listeners, ...deferral })
    )
    return {
      execution: adviseHostTools(execution, given),
      tool,
      shown: yield* Effect.promise(async () => live?.shown())
    }
  }).pipe(Effect.scoped)

/** Returns the arguments from standard input, or nothing if the call was stopped. */
const inputTo = Effect.fnUntraced(function* ({ signal }: Pick<Stop["Service"], "signal">) {
  const screen = yield* Screen
  if (process.stdin.isTTY)
    yield* screen.notice("toolgate: Type the arguments as JSON text, and end with Ctrl-D on a new line.\n")
  return yield* readStandardInput(process.stdin, signal)
})

const deferredFile = new WrongUse({
  message:
    'Cannot defer a call of a file, because the file may change before the call is resumed. Use "--store" without "--defer": the call waits, and its question can be decided elsewhere.'
})

/** Returns the called tool, and the tools that the gate needs beyond its defaults. */
const calledTool = Effect.fnUntraced(function* (given: FlagsOfCall) {
  if (isGuestFile(given.tool)) {
    const own = yield* makeGuestTool(given.tool, given)
    return { name: own.name, own: [own] }
  }
  const misplaced = findGuestFlag(given)
  return misplaced === undefined
    ? { name: given.tool, own: [] }
    : yield* new WrongUse({
        message: `The flag "${misplaced}" is for a module that is called as a file, as in: ./count.wasm`
      })
})

type FlagsOfCall = GateFlags &
  GuestFlags &
  CallFlags & {
    readonly hostTools: boolean
    readonly json: boolean
    readonly envelope: boolean
    readonly tool: string
    readonly args: ReadonlyArray<string>
  }
