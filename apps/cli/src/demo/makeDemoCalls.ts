import type { OnAsk } from "@toolgate/approval"
import { wrapText } from "@toolgate/policy-files/explanation"
import * as Effect from "effect/Effect"
import type { CallJudgement, ToolExecution } from "toolgate"
import { openGate } from "toolgate/config"
import { formatPrompt, makeTerminalAsk } from "../asking/makeTerminalAsk.ts"
import { Questions } from "../asking/Questions.ts"
import { formatOutput } from "../call/executionText.ts"
import { LogFormat, LogLevel } from "../flags/globalFlags.ts"
import { createLazyPino } from "../log/createLazyPino.ts"
import { Screen, type StyledText } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import type { DemoStage } from "./DemoStage.ts"
import type { DemoStep } from "./listDemoSteps.ts"

/** The calls of the demo, and how to make them. */
interface DemoCalls {
  readonly steps: ReadonlyArray<DemoStep>
  /** The folder of the record. */
  readonly record: string
  /** Whether questions are answered with yes. */
  readonly yes: boolean
}

/** Makes the calls through a gate, and shows each with its verdict. Returns whether all of them went as expected. */
export const makeDemoCalls = Effect.fnUntraced(function* (stage: DemoStage, { steps, record, yes }: DemoCalls) {
  const screen = yield* Screen
  const stop = yield* Stop
  const logger = createLazyPino({ level: yield* LogLevel, format: yield* LogFormat })
  const ask = yes ? answerYes(stage) : stage.isWatched ? makeTerminalAsk(screen, stop, ".") : undefined
  const gate = yield* Effect.acquireRelease(
    Effect.promise(() =>
      openGate({
        workspace: ".",
        policy: { files: ["toolgate.yaml"] },
        audit: { folder: record },
        logger,
        ...(ask === undefined ? {} : { onAsk: ask })
      })
    ),
    (one) => Effect.promise(() => one.close().then(logger.written))
  )
  let isAsExpected = true
  for (const [at, step] of steps.entries()) {
    const call = { id: `${at + 1}`, tool: step.tool, args: step.args }
    yield* stage.say(...asked(stage, step, at + 1))
    const judged = yield* Effect.promise(() => gate.judge(call))
    yield* stage.say(...verdict(stage, judged))
    const execution = yield* Effect.promise(() => gate.dispatch(call, { signal: stop.signal }))
    // An interrupted call has no result to show.
    yield* stage.goOn(0)
    yield* stage.say(...result(stage, execution))
    isAsExpected &&= judged.decision === step.expected && isExpected(execution, step)
    yield* stage.goOn(2.5)
  }
  return isAsExpected
}, Effect.scoped)

/** Whether a call had an expected result. A person may deny the call that asks. */
const isExpected = ({ success, error }: ToolExecution, { expected }: DemoStep): boolean => {
  if (expected === "ask") return error?.class !== "execution_error"
  return success === (expected === "allow")
}

/** Returns a function that shows the same question as a terminal, and answers it with yes. */
const answerYes = ({ say, columns }: DemoStage): OnAsk => {
  const questions = new Questions(".", columns)
  return async (request) => {
    await Effect.runPromise(say(...questions.next(request), { text: `${formatPrompt(request)}y (--yes)\n` }))
    return { decision: "approve" }
  }
}

const asked = ({ columns }: DemoStage, { about, tool, args }: DemoStep, at: number): ReadonlyArray<StyledText> => [
  { text: `\n${at}. The agent ${about}\n`, style: "bold" },
  ...wrapText(`${tool} ${JSON.stringify(args)}`, "   ", "  ", columns).map((line) => ({ text: `${line}\n` }))
]

const styles = { allow: "green", ask: "yellow", deny: "red" } as const

const verdict = ({ columns }: DemoStage, judged: CallJudgement): ReadonlyArray<StyledText> => {
  const { decision, because } = judged
  const why = because === undefined ? "" : `  ${because.rule} (${because.source})`
  return wrapText(`${decision.toUpperCase()}${why}`, "   ", "  ", columns).map((text) => ({
    text: `${text}\n`,
    style: styles[decision]
  }))
}

const result = (
  { columns }: DemoStage,
  { output, executed, error, enforced }: ToolExecution
): ReadonlyArray<StyledText> => {
  const printed = executed === "no" ? "" : formatOutput(output, true)
  const confined = enforced?.access === "bubblewrap" ? "(confined by bubblewrap)" : ""
  return [printed.trimEnd(), error?.message ?? "", confined]
    .filter((text) => text !== "")
    .flatMap((text) => text.split("\n"))
    .flatMap((line) => wrapText(line, "   | ", "", columns))
    .map((text) => ({ text: `${text}\n`, style: "dim" as const }))
}
