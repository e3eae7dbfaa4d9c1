import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Awaitable } from "./Awaitable.ts"
import type { OutputStream } from "./DispatchContext.ts"
import type { SandboxName } from "./ExecutionGrant.ts"
import type { Permit } from "./Permit.ts"
import { type Gated, type Refused, refuse } from "./Refused.ts"
import type { RegisteredTool, ToolImplementation } from "./Tool.ts"
import type { ToolCall } from "./ToolCall.ts"
import type { Ran, ToolExecution } from "./ToolExecution.ts"
import { type AdmissionCheck, ToolRegistry } from "./ToolRegistry.ts"

/** What a running call may do beyond its permit. Whoever runs it is handed these, and nobody else. */
export interface RunHandles {
  /** When the run began, as a time of `performance.now()`. */
  readonly begunAt: number
  /**
   * Names what can end the running call gracefully. A run that names nothing is interrupted instead where it is an effect, and
   * keeps no partial output.
   */
  onStop(run: Stoppable): void
  /** Tells what the running call prints, as it comes. No more of it is told than the call's output may hold. */
  emit(stream: OutputStream, text: string): void
  /** The gate, as a child of this call: the same steps, in this call's place. */
  dispatch(call: ToolCall): Awaitable<ToolExecution>
}

/** A run that can be told to end early. It answers with `reason`, and with what it has by then. */
export interface Stoppable {
  stop(reason: Refused): void
}

/** A call that is ready to run. */
export interface Run {
  /** Begins, at most once. It answers as a tool's `execute` does: at once, with a promise, or with an effect. */
  start(handles: RunHandles): Ran | PromisedRan | Gated<Ran>
}

/** A promise of what a run comes to, or anything else that tells it once. What `then` returns is not looked at. */
export interface PromisedRan {
  then(told: (ran: Ran) => void, broke: (cause: unknown) => void): unknown
}

/** A place where calls run. */
export interface Sandbox {
  readonly name: SandboxName
  /** The kinds of implementation that it can run. */
  readonly runs: ReadonlySet<ToolImplementation["kind"]>
  /** Refuses what it cannot run, before anything happens. The tool is the one whose definition the permit's request holds. */
  readonly prepare: (permit: Permit, tool: RegisteredTool) => Gated<Run>
  /**
   * Returns the problems that will keep a tool from running here, each the part of a sentence. Asked before the tool is registered,
   * if the sandbox runs one of its implementations.
   */
  readonly admit?: (tool: RegisteredTool) => Effect.Effect<ReadonlyArray<string>>
}

/** The sandboxes that are installed. One that is granted and absent is a refusal, never another sandbox. */
export class Sandboxes extends Context.Service<
  Sandboxes,
  {
    /** By name, with the kinds of implementation that each can run. */
    readonly installed: ReadonlyMap<SandboxName, Sandbox["runs"]>
    readonly prepare: Sandbox["prepare"]
  }
>()("@toolgate/core/Sandboxes") {
  /** The sandboxes of a gate. A tool that one of them cannot run is not registered, and stops the layer if it is there already. */
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
