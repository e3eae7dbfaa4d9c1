import type { RunnerEvent, RunnerOutput } from "@toolgate/supervisor"
import { encode, RunnerEvent as RunnerEventForm } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import type { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import type { CallDecision } from "./callDecision.ts"
import { type OutputLine, OutputLines } from "./OutputLines.ts"
import type { RunnerReport } from "./RunnerReport.ts"

/** Reports as JSON: one line on standard output per event and per output line of the runner. */
export class RunnerJsonLines implements RunnerReport {
  private readonly screen: Screen["Service"]
  private readonly sources = new Map<string, Source>()

  constructor(screen: Screen["Service"]) {
    this.screen = screen
  }

  event(event: RunnerEvent, decision: CallDecision | undefined): Promise<void> {
    if (event.type === "runner.ended") this.finish(event.session)
    const told = { ...event, at: new Date(event.at).toISOString(), decision }
    return this.write([encode(RunnerEventForm, told)])
  }

  output(output: RunnerOutput): Promise<void> {
    const { agent, session, stream, bytes } = output
    const key = JSON.stringify([session, stream])
    const source = this.sources.get(key) ?? { about: { agent, session, stream }, lines: new OutputLines() }
    this.sources.set(key, source)
    return this.write(source.lines.take(bytes).map((line) => lineOf(source.about, line)))
  }

  /** Reports the unfinished lines of a runner before its end is reported. */
  private finish(session: string): void {
    for (const [key, { about, lines }] of this.sources) {
      if (about.session !== session) continue
      this.sources.delete(key)
      void this.write(lines.end().map((line) => lineOf(about, line)))
    }
  }

  private write(values: ReadonlyArray<object>): Promise<void> {
    return Effect.runPromise(this.screen.result(values.map(formatJsonLine).join("")))
  }
}

const lineOf = (about: Source["about"], { text, isEnded }: OutputLine) =>
  encode(RunnerEventForm, { type: "runner.output", at: new Date().toISOString(), ...about, text, ended: isEnded })

interface Source {
  readonly about: Pick<RunnerOutput, "agent" | "session" | "stream">
  readonly lines: OutputLines
}
