import type { RunnerEnding, RunnerEvent } from "@toolgate/supervisor"
import * as Effect from "effect/Effect"
import type { RunnerOptions, Toolgate, ToolgateOptions } from "toolgate"
import { ProcessNotStarted } from "toolgate/effect"
import { getArtifactLocation } from "../artifacts/artifactsHere.ts"
import { makeTerminalAsk } from "../asking/makeTerminalAsk.ts"
import { readCaller } from "../flags/asker.ts"
import { formatWaitingLine } from "../flags/deferFlags.ts"
import type { GateFlags } from "../flags/gateFlags.ts"
import { listOwnTools } from "../flags/hostToolsFlag.ts"
import type { StoreFlags } from "../flags/storeFlags.ts"
import { openGate } from "../openGate.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { chooseEntries } from "../toolbox/toolboxChoice.ts"
import type { EntryName } from "../toolbox/toolboxEntries.ts"
import { askInTurn } from "./askInTurn.ts"
import { CallCount } from "./CallCount.ts"
import { callDecision } from "./callDecision.ts"
import { createRunnerLog } from "./createRunnerLog.ts"
import { RunnerConsole } from "./RunnerConsole.ts"
import { RunnerJsonLines } from "./RunnerJsonLines.ts"
import { RunnerLines } from "./RunnerLines.ts"

/** The result of supervising a runner. */
export interface Supervised {
  /** The end of the runner, or the error that kept it from starting. */
  readonly ending: RunnerEnding | ProcessNotStarted
  readonly calls: CallCount
  readonly durationMs: number
  /** The console, for further lines. */
  readonly console: RunnerConsole
}

/** Runs an agent to its end, reports its calls, and asks the policy's questions. */
export const supervise = (
  given: GateFlags & StoreFlags & { readonly json: boolean; readonly toolbox: ReadonlyArray<EntryName> },
  { kept, ...options }: RunnerOptions & { readonly kept: Pick<ToolgateOptions, "audit" | "store"> }
) =>
  Effect.gen(function* () {
    const screen = yield* Screen
    const stop = yield* Stop
    const console = new RunnerConsole(screen)
    const report = given.json ? new RunnerJsonLines(screen) : new RunnerLines(console)
    const calls = new CallCount()
    // Lines that are logged while the gate closes, or before an error ends this command, are printed too.
    yield* Effect.addFinalizer(() => Effect.promise(() => console.end()))
    const gate = yield* openGate(given, {
      tools: listOwnTools({ hostTools: true }),
      toolbox: chooseEntries(given.toolbox),
      artifacts: getArtifactLocation(given.workspace),
      ask: askInTurn(
        makeTerminalAsk(screen, stop, given.workspace),
        (question, signal) => console.ask(question, signal),
        stop.signal
      ),
      logTo: (log) => createRunnerLog(log, console),
      ...kept
    })
    const asked = new Set<string>()
    // At a terminal the question itself is shown.
    const isShown = process.stderr.isTTY || options.defer !== undefined
    const onEvent = (event: RunnerEvent): void | Promise<void> => {
      if (event.type === "runner.asked") {
        // The answer to an escalation approves nothing.
        if (event.kind === undefined) asked.add(callKey(event.session, event.callId))
        if (!isShown) console.say(formatWaitingLine(event, given))
      }
      const decision = event.type === "runner.answered" ? decided(event, asked) : undefined
      if (decision !== undefined) calls.add(decision)
      return report.event(event, decision)
    }
    if (options.confinement === "none")
      console.say(
        "toolgate: The runner is not confined and can do everything you can without asking the gate. Use --confined to restrict it.\n"
      )
    const begun = performance.now()
    const ending = yield* Effect.promise(() =>
      run(gate, stop, console, {
        ...readCaller(given),
        ...options,
        onEvent,
        onOutput: (output) => report.output(output)
      })
    )
    const durationMs = performance.now() - begun
    return { ending, calls, durationMs, console } satisfies Supervised
  }).pipe(Effect.scoped)

/** Returns the outcome of a call. A call that ran after a question was approved. */
const decided = ({ session, execution }: Extract<RunnerEvent, { type: "runner.answered" }>, asked: Set<string>) =>
  callDecision(execution, asked.delete(callKey(session, execution.callId)))

/** Returns a key that identifies an unanswered call of a gate. */
const callKey = (session: string, callId: string): string => JSON.stringify([session, callId])

/** Runs the runner to its end. When this command has to stop, the runner is asked to end. */
const run = async (
  gate: Toolgate,
  { signal, beforeTheEnd }: Stop["Service"],
  console: RunnerConsole,
  options: RunnerOptions
): Promise<RunnerEnding | ProcessNotStarted> => {
  try {
    const runner = await gate.startRunner(options)
    const stop = () => {
      console.interrupted()
      console.say("toolgate: Stopping the runner. Press Ctrl-C again to kill it immediately.\n")
      void runner.stop("you interrupted it")
    }
    beforeTheEnd(() => runner.kill("you interrupted it twice"))
    signal.addEventListener("abort", stop, { once: true })
    if (signal.aborted) stop()
    return await runner.ended
  } catch (error) {
    if (error instanceof ProcessNotStarted) return error
    throw error
  }
}
