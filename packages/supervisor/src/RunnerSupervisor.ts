import type { ToolEvents, ToolRegistry } from "@toolgate/core"
import type { ToolDispatchEngine } from "@toolgate/dispatch"
import { HostProcesses, ProcessNotStarted } from "@toolgate/sandbox-host"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import { Family } from "./Family.ts"
import type { Runner } from "./Runner.ts"
import { RunnerLife, type RunnerLog } from "./RunnerLife.ts"
import { defaultBounds, type RunnerSpec } from "./RunnerSpec.ts"
import { gateTools, noTools, type RunnerTools } from "./RunnerTools.ts"

/**
 * Runs agents as processes, and hands what they ask for to the gate. Whatever a runner does, its supervisor, its other runners
 * and their calls go on.
 */
export class RunnerSupervisor extends Context.Service<
  RunnerSupervisor,
  {
    /** Starts a runner, which is stopped when the scope closes. Fails where its program cannot be started. */
    readonly start: (spec: RunnerSpec) => Effect.Effect<Runner, ProcessNotStarted, Scope>
  }
>()("@toolgate/supervisor/RunnerSupervisor") {
  /** Calls go to the gate. */
  static readonly layer: Layer.Layer<
    RunnerSupervisor,
    never,
    ToolDispatchEngine | ToolRegistry | ToolEvents | HostProcesses
  > = Layer.effect(RunnerSupervisor, Effect.flatMap(gateTools, make))

  /** There are no tools: every call is answered with `tool_not_found`. */
  static readonly layerWithoutTools: Layer.Layer<RunnerSupervisor, never, HostProcesses> = Layer.effect(
    RunnerSupervisor,
    make(noTools)
  )
}

function make(tools: RunnerTools): Effect.Effect<RunnerSupervisor["Service"], never, HostProcesses> {
  return Effect.gen(function* () {
    const processes = yield* HostProcesses
    const services = yield* Effect.context<never>()
    const runFork = Effect.runForkWith(services)
    const runPromise = Effect.runPromiseWith(services)
    const startLife = (spec: RunnerSpec) => {
      const bounds = { ...defaultBounds, ...spec.bounds }
      return RunnerLife.start({
        spec,
        bounds,
        tools,
        startProcess: (given) => runPromise(processes.start(given)),
        family: new Family(bounds.children),
        generations: bounds.generations,
        log: logOf(spec.principal.agent, runFork)
      })
    }
    return {
      start: (spec) =>
        Effect.map(
          Effect.acquireRelease(Effect.tryPromise({ try: () => startLife(spec), catch: notStarted }), (life) =>
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

const logOf = (agent: string, runFork: (line: Effect.Effect<void>) => unknown): RunnerLog => ({
  refused: (child, why) => {
    runFork(Effect.annotateLogs(Effect.logWarning(`A child agent was refused: ${why}`), { agent, child }))
  },
  broke: (cause) => {
    const said = Effect.logError("What is told of a runner broke whoever was told.", Cause.die(cause))
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
      )
  }
}

const notStarted = (cause: unknown): ProcessNotStarted =>
  cause instanceof ProcessNotStarted
    ? cause
    : new ProcessNotStarted({ message: "The runner could not be started.", cause })
