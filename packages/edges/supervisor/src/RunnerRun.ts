import type { ProcessEnding, RunningProcess } from "@toolgate/processes"
import type { BadFrame } from "@toolgate/runner/protocol"
import type { DelegatedAgents } from "./DelegatedAgents.ts"
import { LineTransport } from "./LineTransport.ts"
import { type ConnectionEvents, type ConnectionParts, RunnerConnection } from "./RunnerConnection.ts"
import { describeEnding, type RunnerEnding, type Stopped } from "./RunnerEnding.ts"
import type { RunnerBounds } from "./RunnerSpec.ts"

interface RunParts extends Omit<ConnectionParts, "open"> {
  readonly bounds: RunnerBounds
  readonly process: RunningProcess
  readonly children: DelegatedAgents
}

/** A process of a runner, from its start until all its processes are gone. */
export class RunnerRun implements ConnectionEvents {
  /** Never rejects. */
  readonly ended: Promise<RunnerEnding>
  private readonly parts: RunParts
  private readonly connection: RunnerConnection
  private stopped: Stopped | undefined = undefined
  private unfinished: number | undefined = undefined
  private isGone = false
  private patience: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(parts: RunParts) {
    const { process } = parts
    this.parts = parts
    this.connection = new RunnerConnection(
      { ...parts, open: (events) => new LineTransport(process.channel, events) },
      this
    )
    this.ended = process.ended.then((ending) => this.end(ending))
  }

  /** Asks the runner to end with a `shutdown` message, then with SIGTERM, and finally kills it. */
  stop(reason: string): void {
    if (this.isGone || this.stopped !== undefined) return
    const { shutdownMs } = this.parts.bounds
    this.stopped = { kind: "stopped", reason }
    this.connection.shutDown(reason, shutdownMs)
    this.terminateIn(shutdownMs)
  }

  /** Kills the runner and its children. */
  kill(reason: string): void {
    this.parts.children.kill()
    if (this.isGone) return
    this.stopped ??= { kind: "stopped", reason }
    clearTimeout(this.patience)
    this.parts.process.stop(0)
  }

  // Called by the connection.

  broke(problem: BadFrame): void {
    this.stopped ??= { kind: "broke_protocol", problem: problem.message }
    // The runner can still read the error, and do nothing else.
    this.terminateIn(this.parts.bounds.shutdownMs)
  }

  closed(within: number | undefined): void {
    if (within === undefined) return
    // The runner may have crashed during the write, which will be known in a moment.
    this.unfinished = within
    this.terminateIn(this.parts.bounds.shutdownMs)
  }

  // The end of the process follows, and is what counts.
  gone(): void {}

  private terminateIn(ms: number): void {
    const { process, bounds } = this.parts
    clearTimeout(this.patience)
    if (this.isGone) return
    if (ms === 0) process.stop(bounds.terminateMs)
    else this.patience = setTimeout(() => process.stop(bounds.terminateMs), ms)
  }

  private async end(ending: ProcessEnding): Promise<RunnerEnding> {
    this.isGone = true
    clearTimeout(this.patience)
    await this.connection.end()
    const { agent } = this.parts.context.principal
    return describeEnding(agent, ending, this.stopped, this.unfinished, this.connection.result)
  }
}
