import type { RunnerEvent, RunnerOutput } from "@toolgate/supervisor"
import type { CallDecision } from "./callDecision.ts"
import { callLine } from "./callLine.ts"
import { formatRunnerEvent } from "./formatRunnerEvent.ts"
import type { RunnerConsole } from "./RunnerConsole.ts"
import type { RunnerReport } from "./RunnerReport.ts"

/** Reports for a person: one line per call, and the runner's output unchanged. */
export class RunnerLines implements RunnerReport {
  private readonly console: RunnerConsole
  private first: string | undefined = undefined
  private hasOthers = false

  constructor(console: RunnerConsole) {
    this.console = console
  }

  event(event: RunnerEvent, decision: CallDecision | undefined): void {
    this.first ??= event.session
    this.hasOthers ||= event.session !== this.first
    if (event.type === "runner.ended") this.console.finish(event.session)
    // With a single agent, its name is omitted.
    const agent = this.hasOthers ? event.agent : undefined
    const isAnswer = event.type === "runner.answered" && decision !== undefined
    this.console.say(isAnswer ? callLine(event.execution, decision, agent) : formatRunnerEvent(event))
  }

  output(output: RunnerOutput): Promise<void> {
    return this.console.pass(output)
  }
}
