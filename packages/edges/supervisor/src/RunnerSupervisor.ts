import type { ToolRegistry, Visibility } from "@toolgate/core"
import { DelegationRefused } from "@toolgate/core/access"
import { DispatchLimits, type ToolDispatchEngine } from "@toolgate/dispatch"
import { Processes, ProcessNotStarted, type ProcessSpec } from "@toolgate/processes"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import { AttachedRunner, type AttachedSpec } from "./AttachedRunner.ts"
import { Callers } from "./Callers.ts"
import { DescendantCount } from "./DescendantCount.ts"
import { LivingSessions } from "./LivingSessions.ts"
import { ReadingQueue } from "./ReadingQueue.ts"
import type { Runner } from "./Runner.ts"
import { RunnerLife, type RunnerLog } from "./RunnerLife.ts"
import { checkSpec, defaultBounds, type RunnerSpec } from "./RunnerSpec.ts"
import { gateTools, limitToSkills, noTools, type RunnerTools } from "./RunnerTools.ts"

/**
 * Runs agents as processes and passes their calls to the gate. A failing runner does not affect the supervisor, other
 * runners or their calls.
 */
export class RunnerSupervisor extends Context.Service<
  RunnerSupervisor,
  {
    /**
     * Starts a runner, which is stopped when the scope closes. Fails if its program cannot be started. Dies for an
     * invalid specification.
     */
    readonly start: (spec: RunnerSpec) => Effect.Effect<Runner, ProcessNotStarted, Scope>
    /**
     * Starts a runner, like `start`, for a call of the session `caller`. If a runner made the call, the new runner
     * counts as its child. Otherwise all runners for calls of the session are counted together. Fails with
     * `DelegationRefused` at the limit.
     */
    readonly delegate: (
      spec: RunnerSpec,
      caller: string
    ) => Effect.Effect<Runner, ProcessNotStarted | DelegationRefused, Scope>
    /**
     * Serves an agent that was started elsewhere, and has connected by a WebSocket. The end of its connection cancels its
     * calls. It may not start other agents.
     */
    readonly attach: (spec: AttachedSpec) => Effect.Effect<AttachedRunner>
    /**
     * Sends each runner its tools again if they have changed. Call it after the policy was narrowed: a change of the
     * registry is sent automatically.
     */
    readonly tellTools: Effect.Effect<void>
  }
>()("@toolgate/supervisor/RunnerSupervisor") {
  /** A supervisor that passes its runners' calls to the gate. */
  static readonly layer: Layer.Layer<
    RunnerSupervisor,
    never,
    ToolDispatchEngine | ToolRegistry | Visibility | Processes
  > = Layer.effect(RunnerSupervisor, Effect.flatMap(gateTools, make))

  /** A supervisor without tools. Every call is answered with `tool_not_found`. */
  static readonly layerWithoutTools: Layer.Layer<RunnerSupervisor, never, Processes> = Layer.effect(
    RunnerSupervisor,
    make(noTools)
  )
}

function make(tools: RunnerTools): Effect.Effect<RunnerSupervisor["Service"], never, Processes> {
  return Effect.gen(function* () {
    const processes = yield* Processes
    const services = yield* Effect.context<never>()
    const runFork = Effect.runForkWith(services)
    const log = logOf(runFork)
    const turns = new ReadingQueue()
    const sessions = new LivingSessions<RunnerLife>(tools.sessionEnded)
    const runPromise = Effect.runPromiseWith(services)
    const callers = new Callers(sessions, Math.floor((yield* DispatchLimits).callsInAll / 2))
    const partsOf = (spec: RunnerSpec) => {
      checkSpec(spec)
      return {
        spec,
        bounds: { ...defaultBounds, ...spec.bounds },
        tools: spec.narrow === undefined ? tools : limitToSkills(tools, spec.narrow),
        startProcess: (given: ProcessSpec) => runPromise(processes.start(given)),
        turns,
        sessions,
        log
      }
    }
    const startLife = (spec: RunnerSpec) => {
      const parts = partsOf(spec)
      const { children, generations } = parts.bounds
      return RunnerLife.start({ ...parts, family: new DescendantCount(children), generations })
    }
    /** Starts a runner that is stopped when the scope closes. */
    const held = (agent: string, start: () => Promise<RunnerLife>) =>
      Effect.map(
        Effect.acquireRelease(starting(start), (life) =>
          Effect.promise(() => {
            life.stop("its supervisor is closing")
            return life.ended
          })
        ),
        (life) => runnerOf(agent, life)
      )
    return {
      attach: (spec) => Effect.sync(() => new AttachedRunner(spec, tools, turns, log)),
      tellTools: Effect.sync(tools.tell),
      delegate: (spec, caller) => held(spec.principal.agent, () => callers.start(caller, partsOf(spec))),
      start: (spec) =>
        Effect.catchTag(
          held(spec.principal.agent, async () => startLife(spec)),
          "DelegationRefused",
          Effect.die
        )
    }
  })
}

const logOf = (runFork: (line: Effect.Effect<void>) => unknown): RunnerLog => ({
  refused: (agent, child, why) => {
    // Names that a runner chose are logged as fields, which the log escapes.
    runFork(Effect.annotateLogs(Effect.logWarning("A child agent was refused."), { agent, child, why }))
  },
  broke: (agent, cause) => {
    const said = Effect.logError("A listener of a runner failed.", Cause.die(cause))
    runFork(Effect.annotateLogs(said, { agent }))
  }
})

const runnerOf = (agent: string, life: RunnerLife): Runner => {
  const ended = Effect.promise(() => life.ended)
  return {
    agent,
    session: life.session,
    ended,
    stop: (reason) =>
      Effect.andThen(
        Effect.sync(() => life.stop(reason)),
        ended
      ),
    kill: (reason) =>
      Effect.andThen(
        Effect.sync(() => life.kill(reason)),
        ended
      )
  }
}

// Any other error is a defect of this program.
const starting = (start: () => Promise<RunnerLife>): Effect.Effect<RunnerLife, ProcessNotStarted | DelegationRefused> =>
  Effect.catch(Effect.tryPromise({ try: async () => start(), catch: (cause) => cause }), (cause) =>
    cause instanceof ProcessNotStarted || cause instanceof DelegationRefused ? Effect.fail(cause) : Effect.die(cause)
  )
