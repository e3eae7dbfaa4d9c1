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

/** Handles that a running call can use besides its permit. Only the sandbox that runs the call gets them. */
export interface RunHandles extends BrokerHandles {
  /** The start of the run, as a `performance.now()` time. */
  readonly begunAt: number
  /** The time limit for waiting for a shared resource, such as a worker of a pool, in milliseconds. */
  readonly queueMs: number
  /**
   * Reports that the run starts or stops waiting for a shared resource. The wait does not count as wall time. Every call
   * with true is followed by a call with false.
   */
  queues(isWaiting: boolean): void
  /** Arguments to redact from log lines: those of the call and of its parent calls. */
  readonly loggedArgs: ReadonlyArray<unknown>
  /** The maximum size of an output that the caller gets directly, in bytes, if there is a limit. */
  readonly inlineBytes?: number | undefined
  /** The W3C trace context of the call, if it is traced. */
  readonly traceparent?: string | undefined
  /**
   * Sets the handler that can stop the run gracefully. Without it, a run that is an effect is interrupted and its partial
   * output is lost.
   */
  onStop(run: Stoppable): void
  /** Reports a part of the run's output, up to the call's output limit. */
  emit(stream: OutputStream, text: string): void
  /** Asks the caller for input. Never fails. */
  ask(form: ToolForm): Awaitable<FormAnswer>
  /** Describes a tool that is visible to the caller. */
  describe(name: string): Awaitable<ToolDescription, ToolNotFound>
  /** Describes the tools that child calls may use and the caller can see. */
  tools(): ReadonlyArray<ToolDescription>
}

/** A run that can be stopped early. It then answers with `reason` and the output so far. */
export interface Stoppable {
  stop(reason: Refused): void
  /**
   * Reports that the run or one of its child calls starts or stops waiting: for the caller, for a person or for a shared
   * resource. The wait does not count as wall time. Every call with true is followed by a call with false.
   */
  waits?(isWaiting: boolean): void
}

/** A prepared call, ready to run. */
export interface Run {
  /** Starts the run, at most once. The outcome comes directly, as a promise, or as an effect, as with a tool's `execute`. */
  start(handles: RunHandles): Ran | PromisedRan | Gated<Ran>
}

/**
 * A promise of a run's outcome, or another object with a `then` that reports the outcome once. The return value of `then`
 * is ignored.
 */
export interface PromisedRan {
  then(told: (ran: Ran) => void, broke: (cause: unknown) => void): unknown
}

/** A sandbox, in which calls run. */
export interface Sandbox {
  readonly name: SandboxName
  /** The kinds of implementation that it can run. */
  readonly runs: ReadonlySet<ToolImplementation["kind"]>
  /**
   * Prepares a run, or refuses a call that the sandbox cannot run, before anything happens. `tool` is the tool in the
   * permit's request.
   */
  readonly prepare: (permit: Permit, tool: RegisteredTool) => Gated<Run>
  /**
   * Returns the problems that keep a tool from running here, as clauses. The registry calls this before it registers a
   * tool that the sandbox can run.
   */
  readonly admit?: (tool: RegisteredTool) => Effect.Effect<ReadonlyArray<string>>
  /**
   * Called when a session has ended, perhaps while its calls still run. The sandbox drops its state for the session.
   * `agent`: only that agent's session. Absent: the sessions with this name of all agents.
   */
  readonly sessionEnded?: (session: string, agent?: string) => void
}

/**
 * The installed sandboxes. If a call is granted a sandbox that is not installed, it is refused; it never runs in another one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { Sandboxes } from "@toolgate/core"
 * import { MapToolRegistry } from "@toolgate/registry"
 * import { EchoSandbox, makeExecutionGrant, makePermissionRequest, makeRegisteredTool } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const because = { layer: "app", rule: "any", source: "app" }
 * const permit = {
 *   request: makePermissionRequest(),
 *   grant: makeExecutionGrant({ sandbox: "microvm" }),
 *   because,
 *   waitedMs: 0
 * }
 * const prepare = Effect.flatMap(Sandboxes, (sandboxes) => sandboxes.prepare(permit, makeRegisteredTool()))
 * const layer = Sandboxes.layer([EchoSandbox.make("wasm")]).pipe(Layer.provide(MapToolRegistry.layer([])))
 * // The call does not fall back to another sandbox.
 * const cause = await Effect.runPromise(Effect.flip(Effect.provide(prepare, layer)))
 * assert.equal(cause._tag === "Refused" && cause.why, "SandboxUnavailable")
 * ```
 */
export class Sandboxes extends Context.Service<
  Sandboxes,
  {
    /** The sandboxes by name, with the kinds of implementation that they can run. */
    readonly installed: ReadonlyMap<SandboxName, Sandbox["runs"]>
    readonly prepare: Sandbox["prepare"]
    readonly sessionEnded?: Sandbox["sessionEnded"]
  }
>()("@toolgate/core/Sandboxes") {
  /**
   * Builds the sandboxes of a gate. Tools that a sandbox cannot run are rejected at registration. If such a tool is
   * already registered, the layer fails.
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
