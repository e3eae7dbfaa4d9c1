import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Awaitable } from "./Awaitable.ts"
import type { OutputStream } from "./DispatchContext.ts"
import type { SandboxName } from "./ExecutionGrant.ts"
import type { Permit } from "./Permit.ts"
import { type Gated, type Refused, refuse } from "./Refused.ts"
import type { BrokerHandles } from "./ScriptBroker.ts"
import type { RegisteredTool, ToolImplementation } from "./Tool.ts"
import type { ToolDescription } from "./ToolDescription.ts"
import type { ToolNotFound } from "./ToolError.ts"
import type { Ran } from "./ToolExecution.ts"
import type { FormAnswer, ToolForm } from "./ToolForm.ts"
import { type AdmissionCheck, ToolRegistry } from "./ToolRegistry.ts"

/** The means of a running call beyond its permit. Only the sandbox that runs the call gets them. */
export interface RunHandles extends BrokerHandles {
  /** The beginning of the run, as a time of `performance.now()`. */
  readonly begunAt: number
  /** The time for which the run may wait for something that calls share, as a process of a pool, in milliseconds. */
  readonly queueMs: number
  /** Reports that the run begins or ends to wait so. That time is not its wall time. Called with true as often as with false. */
  queues(isWaiting: boolean): void
  /** The arguments whose secrets no log line about the run shows: those of the call, and of the calls that made it. */
  readonly loggedArgs: ReadonlyArray<unknown>
  /** The most bytes of an output that the caller gets as they are, if there is such a bound. */
  readonly inlineBytes?: number | undefined
  /**
   * Sets what can stop the running call gracefully. Without it, a run that is an effect is interrupted, and keeps no partial
   * output.
   */
  onStop(run: Stoppable): void
  /** Reports a part of what the running call prints. No more of it is reported than the call's output may hold. */
  emit(stream: OutputStream, text: string): void
  /** Asks the caller of the running call for input. Never fails. */
  ask(form: ToolForm): Awaitable<FormAnswer>
  /** Describes a tool that the caller of the running call is told about. */
  describe(name: string): Awaitable<ToolDescription, ToolNotFound>
  /** Describes the tools that children of the running call may use, as far as its caller is told about them. */
  tools(): ReadonlyArray<ToolDescription>
}

/** A run that can be told to stop early. It then answers with `reason`, and with the output it has by then. */
export interface Stoppable {
  stop(reason: Refused): void
  /**
   * Reports that the run, or a call that it made, begins or ends to wait for an answer of its caller or for something that calls
   * share, or that a call that it made begins or ends to wait for a person. That time is not the run's wall time. Called with true as often as with false.
   */
  waits?(isWaiting: boolean): void
}

/** A call that is ready to run. */
export interface Run {
  /** Begins the run, at most once. The answer comes at once, as a promise, or as an effect, like that of a tool's `execute`. */
  start(handles: RunHandles): Ran | PromisedRan | Gated<Ran>
}

/**
 * A promise of the outcome of a run, or another object with a `then` that reports the outcome once. The return value of `then` is
 * ignored.
 */
export interface PromisedRan {
  then(told: (ran: Ran) => void, broke: (cause: unknown) => void): unknown
}

/** A sandbox, in which calls run. */
export interface Sandbox {
  readonly name: SandboxName
  /** The kinds of implementation that the sandbox can run. */
  readonly runs: ReadonlySet<ToolImplementation["kind"]>
  /**
   * Returns a run, or refuses a call that the sandbox cannot run, before anything happens. `tool` is the tool whose definition is
   * in the permit's request.
   */
  readonly prepare: (permit: Permit, tool: RegisteredTool) => Gated<Run>
  /**
   * Returns the problems that will keep a tool from running here, each the part of a sentence. The registry asks before it
   * registers a tool of which the sandbox runs an implementation.
   */
  readonly admit?: (tool: RegisteredTool) => Effect.Effect<ReadonlyArray<string>>
  /**
   * Called when a session is declared over, possibly while calls of it still run. What the sandbox keeps for the session ends.
   * `agent`: the agent whose session it is. Absent: the sessions of this name of all agents are over.
   */
  readonly sessionEnded?: (session: string, agent?: string) => void
}

/**
 * The sandboxes that are installed. A call that is granted a sandbox that is not installed is refused, and never runs in another
 * one.
 */
export class Sandboxes extends Context.Service<
  Sandboxes,
  {
    /** The names of the sandboxes, with the kinds of implementation that each can run. */
    readonly installed: ReadonlyMap<SandboxName, Sandbox["runs"]>
    readonly prepare: Sandbox["prepare"]
    readonly sessionEnded?: Sandbox["sessionEnded"]
  }
>()("@toolgate/core/Sandboxes") {
  /**
   * Builds the sandboxes of a gate. A tool that one of them cannot run is not registered. If such a tool is registered already, the
   * layer fails.
   */
  static readonly layer = <E, R>(sandboxes: ReadonlyArray<Effect.Effect<Sandbox, E, R>>) =>
    Layer.effect(
      Sandboxes,
      Effect.gen(function* () {
        const made = yield* Effect.all(sandboxes)
        const byName = new Map(made.map((sandbox) => [sandbox.name, sandbox]))
        yield* (yield* ToolRegistry).admitting((tool) => admitted(tool, made))
        return {
          installed: new Map(made.map(({ name, runs }) => [name, runs])),
          prepare: (permit, tool) => {
            const sandbox = byName.get(permit.grant.sandbox)
            return sandbox === undefined ? absent(permit, [...byName.keys()]) : sandbox.prepare(permit, tool)
          },
          sessionEnded: (session, agent) => {
            for (const sandbox of made) sandbox.sessionEnded?.(session, agent)
          }
        }
      })
    )
}

const admitted = (tool: RegisteredTool, sandboxes: ReadonlyArray<Sandbox>): ReturnType<AdmissionCheck> => {
  const asked = sandboxes.flatMap(({ runs, admit }) =>
    admit !== undefined && tool.implementations.some(({ kind }) => runs.has(kind)) ? admit(tool) : []
  )
  return asked.length === 0 ? [] : Effect.map(Effect.all(asked), (problems) => problems.flat())
}

const absent = ({ grant, request }: Permit, installed: ReadonlyArray<SandboxName>) =>
  refuse(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was granted the sandbox "${grant.sandbox}", which is not installed here.`,
    { sandbox: grant.sandbox, installed }
  )
