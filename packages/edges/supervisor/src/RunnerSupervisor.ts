import type { ToolRegistry, Visibility } from "@toolgate/core"
import type { ToolDispatchEngine } from "@toolgate/dispatch"
import { Processes, ProcessNotStarted } from "@toolgate/processes"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import { checkSpec } from "./checkSpec.ts"
import { FairTurns } from "./FairTurns.ts"
import { Family } from "./Family.ts"
import { LivingSessions } from "./LivingSessions.ts"
import type { Runner } from "./Runner.ts"
import { RunnerLife, type RunnerLog } from "./RunnerLife.ts"
import { defaultBounds, type RunnerSpec } from "./RunnerSpec.ts"
import { gateTools, noTools, type RunnerTools, underSkills } from "./RunnerTools.ts"

/**
 * A supervisor, which runs agents as processes and hands their calls to the gate. Whatever a runner does, its
 * supervisor, its other runners and their calls go on.
 */
export class RunnerSupervisor extends Context.Service<
  RunnerSupervisor,
  {
    /**
     * Starts a runner, which is stopped when the scope closes. Fails if its program cannot be started. Dies of a spec
     * that is not valid.
     */
    readonly start: (spec: RunnerSpec) => Effect.Effect<Runner, ProcessNotStarted, Scope>
    /**
     * Tells each runner its tools again if they are other ones. Call it after the policy was narrowed: a change of the
     * registry is told without a call.
     */
    readonly tellTools: Effect.Effect<void>
  }
>()("@toolgate/supervisor/RunnerSupervisor") {
  /** A supervisor whose runners' calls go to the gate. */
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
    const turns = new FairTurns()
    const sessions = new LivingSessions(tools.sessionEnded)
    const runPromise = Effect.runPromiseWith(services)
    const startLife = (spec: RunnerSpec) => {
      checkSpec(spec)
      const bounds = { ...defaultBounds, ...spec.bounds }
      return RunnerLife.start({
        spec,
        bounds,
        tools: spec.narrow === undefined ? tools : underSkills(tools, spec.narrow),
        startProcess: (given) => runPromise(processes.start(given)),
        family: new Family(bounds.children),
        turns,
        sessions,
        generations: bounds.generations,
        log
      })
    }
    return {
      tellTools: Effect.sync(tools.tell),
      start: (spec) =>
        Effect.map(
          Effect.acquireRelease(
            starting(() => startLife(spec)),
            (life) =>
              Effect.promise(() => {
                life.stop("its supervisor is closing")
                return life.ended
              })
          ),
          (life) => runnerOf(spec.principal.agent, life)
        )
    }
  })
}

const logOf = (runFork: (line: Effect.Effect<void>) => unknown): RunnerLog => ({
  refused: (agent, child, why) => {
    // Names that a runner chose are logged as fields, which a log escapes.
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

// Any other error is a fault of the program and not of the runner.
const starting = (start: () => Promise<RunnerLife>): Effect.Effect<RunnerLife, ProcessNotStarted> =>
  Effect.catch(Effect.tryPromise({ try: async () => start(), catch: (cause) => cause }), (cause) =>
    cause instanceof ProcessNotStarted ? Effect.fail(cause) : Effect.die(cause)
  )
