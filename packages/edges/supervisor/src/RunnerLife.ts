import { randomUUID } from "node:crypto"
import type { Readable } from "node:stream"
import type { Principal } from "@toolgate/core"
import { DelegationRefused } from "@toolgate/core/access"
import type { ProcessSpec, RunningProcess } from "@toolgate/processes"
import { type Child, DelegatedAgents } from "./DelegatedAgents.ts"
import { type DescendantCount, noGeneration } from "./DescendantCount.ts"
import type { LivingSessions } from "./LivingSessions.ts"
import { OutputPass } from "./OutputPass.ts"
import type { ReadingQueue } from "./ReadingQueue.ts"
import { getRestartDelay } from "./RestartPolicy.ts"
import type { RunnerEnding } from "./RunnerEnding.ts"
import { RunnerEventSender } from "./RunnerEventSender.ts"
import { RunnerRun } from "./RunnerRun.ts"
import type { RunnerBounds, RunnerSpec } from "./RunnerSpec.ts"
import type { RunnerTools } from "./RunnerTools.ts"

export interface LifeParts {
  readonly spec: RunnerSpec
  readonly bounds: RunnerBounds
  readonly tools: RunnerTools
  /** Starts a process. Rejects with the reason if the program cannot be started. */
  readonly startProcess: (spec: ProcessSpec) => Promise<RunningProcess>
  readonly family: DescendantCount
  readonly turns: ReadingQueue
  readonly sessions: LivingSessions<RunnerLife>
  /** The number of generations that may follow below the runner. */
  readonly generations: number
  readonly log: RunnerLog
}

/** The log of a supervisor. */
export interface RunnerLog {
  /** Logs that a child agent was refused. */
  refused(parent: string, child: string, why: string): void
  /** Logs that an event listener or an output function threw or rejected. */
  broke(agent: string, cause: unknown): void
}

/** A runner, from its first process to its last. */
export class RunnerLife implements Child {
  readonly session: string
  /** Never rejects. */
  readonly ended: Promise<RunnerEnding>
  private readonly parts: LifeParts
  private readonly teller: RunnerEventSender
  private run: RunnerRun | undefined = undefined
  private stopReason: string | undefined = undefined
  private isKilled = false
  private wake: () => void = () => {}

  /** Starts a runner. Rejects if it cannot be started. */
  static async start(parts: LifeParts): Promise<RunnerLife> {
    return new RunnerLife(parts, await parts.startProcess(processSpecOf(parts.spec)))
  }

  private constructor(parts: LifeParts, first: RunningProcess) {
    const { session = randomUUID(), principal, onEvent } = parts.spec
    this.parts = parts
    this.session = session
    this.teller = new RunnerEventSender(principal.agent, session, onEvent, this.broke)
    parts.sessions.enter(session, this)
    this.ended = this.live(first).finally(() => parts.sessions.leave(session, this))
  }

  /** Ends the runner for good. */
  stop(reason: string): void {
    if (this.stopReason !== undefined) return
    this.stopReason = reason
    this.run?.stop(reason)
    this.wake()
  }

  /** Kills the runner for good. */
  kill(reason: string): void {
    this.stopReason ??= reason
    this.isKilled = true
    this.run?.kill(reason)
    this.wake()
  }

  /**
   * Starts a runner for a call of this runner. It counts as a child of this runner, with the same skills and deferral.
   * Rejects with `DelegationRefused` at the limit.
   */
  async delegate(given: RunnerSpec): Promise<RunnerLife> {
    const { parts, teller } = this
    const { defer, skills, narrow, onEvent } = parts.spec
    const inherited = definedOf({ defer, skills, narrow, onEvent })
    const life = await startDescendant(
      parts,
      { ...parts, spec: { ...inherited, ...given } },
      parts.spec.principal.agent
    )
    teller.tell({ type: "runner.delegated", child: given.principal.agent, childSession: life.session })
    return life
  }

  private async live(first: RunningProcess): Promise<RunnerEnding> {
    const { restart = "never" } = this.parts.spec
    let ending = await this.runIn(first, 1)
    for (let restarts = 0; ; restarts++) {
      const delayMs = this.stopReason === undefined ? getRestartDelay(restart, ending, restarts) : undefined
      if (delayMs === undefined) return ending
      const attempt = restarts + 2
      this.teller.tell({ type: "runner.restarting", ending, attempt, delayMs })
      if (this.stopReason === undefined) await this.delay(delayMs)
      if (this.stopReason !== undefined) return ending
      ending = await this.again(attempt)
    }
  }

  private async again(attempt: number): Promise<RunnerEnding> {
    const { spec, startProcess } = this.parts
    try {
      return await this.runIn(await startProcess(processSpecOf(spec)), attempt)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const ending = { how: "not_started", status: null, signal: null, message, enforced: undefined } as const
      this.teller.tell({ type: "runner.ended", ending, attempt })
      return ending
    }
  }

  private async runIn(process: RunningProcess, attempt: number): Promise<RunnerEnding> {
    const { spec, bounds, tools, turns } = this.parts
    const { principal, workspace, defer, skills = [], assignment, traceparent } = spec
    const { session, teller, broke } = this
    const turn = `attempt ${attempt}`
    const caller = { kind: "direct" } as const
    const deferred = defer === undefined ? {} : { defer }
    const traced = traceparent === undefined ? {} : { traceparent }
    const context = { session, turn, principal, workspace, caller, deadline: undefined, ...deferred, ...traced }
    teller.tell({ type: "runner.started", pid: process.pid, attempt })
    const output = this.passOutput(process)
    const run = new RunnerRun({
      bounds,
      tools,
      context,
      skills,
      assignment,
      process,
      children: this.children(),
      teller,
      turns,
      broke
    })
    this.run = run
    if (this.isKilled) run.kill(this.stopReason ?? "")
    else if (this.stopReason !== undefined) run.stop(this.stopReason)
    const ending = await run.ended
    for (const pass of output) pass.letGo()
    await Promise.all(output.map(({ over }) => over))
    teller.tell({ type: "runner.ended", ending, attempt })
    return ending
  }

  private passOutput({ stdout, stderr }: RunningProcess): ReadonlyArray<OutputPass> {
    const { spec } = this.parts
    const { agent } = spec.principal
    const pass = (stream: "stdout" | "stderr", from: Readable) =>
      new OutputPass(from, (bytes) => spec.onOutput?.({ agent, session: this.session, stream, bytes }), this.broke)
    return [...(stdout === undefined ? [] : [pass("stdout", stdout)]), pass("stderr", stderr)]
  }

  private children(): DelegatedAgents {
    const { parts, teller } = this
    const { spec, tools, family, generations, log } = parts
    const asker = { principal: spec.principal, caller: { kind: "direct" } } as const
    const refused = (child: string, why: string) => log.refused(spec.principal.agent, child, why)
    return new DelegatedAgents({
      parent: spec.principal,
      family,
      generations,
      tools: () => new Set(tools.visible(asker).map(({ name }) => name)),
      teller,
      refused,
      startChild: this.startChild
    })
  }

  private readonly startChild = (principal: Principal, command: ReadonlyArray<string>): Promise<Child> => {
    const { session: _own, restart: _never, assignment: _notItsOwn, ...inherited } = this.parts.spec
    return RunnerLife.start({
      ...this.parts,
      generations: this.parts.generations - 1,
      spec: {
        ...inherited,
        principal,
        command: command as [string, ...Array<string>],
        channel: "descriptor",
        input: "nothing"
      }
    })
  }

  private readonly broke = (cause: unknown): void => this.parts.log.broke(this.parts.spec.principal.agent, cause)

  private delay(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** The limits on further agents: on the agents that are counted together, and on the generations. */
export type Room = Pick<LifeParts, "family" | "generations">

/** Starts a runner of the next generation for a call of `caller`. Rejects with `DelegationRefused` at the limit. */
export const startDescendant = async (
  { family, generations }: Room,
  parts: Omit<LifeParts, keyof Room>,
  caller: string
): Promise<RunnerLife> => {
  const { principal, bounds } = parts.spec
  const full = generations > 0 ? family.enter() : noGeneration
  if (full !== undefined)
    throw new DelegationRefused(`The agent "${principal.agent}" was not started for "${caller}": ${full}.`, [])
  try {
    const life = await RunnerLife.start({
      ...parts,
      bounds: { ...parts.bounds, ...bounds },
      family,
      generations: generations - 1
    })
    void life.ended.then(() => family.leave())
    return life
  } catch (error) {
    family.leave()
    throw error
  }
}

/** Removes undefined members. */
const definedOf = <A extends object>(given: A) =>
  Object.fromEntries(Object.entries(given).filter(([, member]) => member !== undefined)) as {
    [Name in keyof A]?: NonNullable<A[Name]>
  }

const processSpecOf = ({
  command,
  workspace,
  environment,
  limits,
  confinement,
  channel,
  input
}: RunnerSpec): ProcessSpec => ({
  words: command,
  workingFolder: workspace,
  environment,
  limits,
  confinement,
  channel: channel ?? "descriptor",
  input: input ?? "nothing"
})
