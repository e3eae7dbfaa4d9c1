import type { RunnerEnding, RunnerEvent } from "toolgate"
import type { CallDecision } from "./callDecision.ts"
import { executionJson } from "./executionJson.ts"
import type { OutputLine } from "./OutputLines.ts"

/** What is told of a runner, as a program reads it. `decision`: of the call, where one was answered. */
export const runnerEventJson = (event: RunnerEvent, decision: CallDecision | undefined) => {
  const { type, at, agent, session } = event
  const about = { type, at: new Date(at).toISOString(), agent, session }
  switch (event.type) {
    case "runner.started":
      return { ...about, attempt: event.attempt, pid: event.pid }
    case "runner.called":
      return { ...about, callId: event.callId, toolName: event.toolName }
    case "runner.answered":
      return { ...about, decision: decision ?? null, execution: executionJson(event.execution) }
    case "runner.delegated":
      return { ...about, child: event.child, childSession: event.childSession }
    case "runner.delegation_refused":
      return { ...about, child: event.child, message: event.message }
    case "runner.restarting":
      return { ...about, attempt: event.attempt, delayMs: event.delayMs, ending: endingJson(event.ending) }
    case "runner.ended":
      return { ...about, attempt: event.attempt, ending: endingJson(event.ending) }
  }
}

/** A line that a runner printed. */
export const runnerOutputJson = (
  { agent, session, stream }: { readonly agent: string; readonly session: string; readonly stream: string },
  { text, isEnded }: OutputLine
) => ({
  type: "runner.output",
  at: new Date().toISOString(),
  agent,
  session,
  stream,
  text,
  ended: isEnded
})

/** How a runner ended. */
export const endingJson = ({ how, status, signal, message, enforced }: RunnerEnding) => ({
  how,
  status,
  signal,
  message,
  enforced: enforced ?? null
})
