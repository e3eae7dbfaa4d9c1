import type { RunnerEvent, RunnerOutput } from "toolgate"
import type { CallDecision } from "./callDecision.ts"
import { callLine } from "./callLine.ts"
import type { RunnerConsole } from "./RunnerConsole.ts"
import type { RunnerReport } from "./RunnerReport.ts"
import { runnerLine } from "./runnerLine.ts"

/** A report for a person: a line for each call, and what the runner prints as it printed it. */
export class RunnerLines implements RunnerReport {
  private readonly console: RunnerConsole
  private readonly sessions = new Set<string>()

  constructor(console: RunnerConsole) {
    this.console = console
  }

  event(event: RunnerEvent, decision: CallDecision | undefined): void {
    this.sessions.add(event.session)
    // While there is only one agent, nobody has to be told which.
    const agent = this.sessions.size === 1 ? undefined : event.agent
    const isAnswer = event.type === "runner.answered" && decision !== undefined
    this.console.say(isAnswer ? callLine(event.execution, decision, agent) : runnerLine(event))
  }

  output(output: RunnerOutput): Promise<void> {
    return this.console.pass(output)
  }
}
