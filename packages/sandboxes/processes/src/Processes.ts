import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeProcessHost } from "./ProcessHost.ts"
import type { ProcessNotStarted } from "./ProcessNotStarted.ts"
import { ProcessRun } from "./ProcessRun.ts"
import type { ProcessSpec } from "./ProcessSpec.ts"
import type { RunningProcess } from "./RunningProcess.ts"

/** Starts programs that run for long, and holds each with all that it starts. */
export class Processes extends Context.Service<
  Processes,
  {
    /**
     * Answers when the program has begun. Where it fails, or is interrupted meanwhile, nothing is left of the program; once it
     * has answered, the program is the caller's to stop.
     */
    readonly start: (spec: ProcessSpec) => Effect.Effect<RunningProcess, ProcessNotStarted>
  }
>()("@toolgate/processes/Processes") {
  /** Reads `ProcessGrace` and `BubblewrapPath`. What is still running when it is released ends, by way of its grace. */
  static readonly layer: Layer.Layer<Processes> = Layer.effect(
    Processes,
    Effect.gen(function* () {
      const host = yield* makeProcessHost
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const runs = new Set<ProcessRun>()
      yield* Effect.addFinalizer(() =>
        Effect.promise(() => {
          for (const run of runs) run.stop(host.grace.terminated)
          return Promise.all([...runs].map(({ ended }) => ended))
        })
      )
      return {
        start: (spec) =>
          Effect.callback<RunningProcess, ProcessNotStarted>((resume) => {
            const starter = {
              begun: (started: RunningProcess) => resume(Effect.succeed(started)),
              failed: (failure: ProcessNotStarted) => resume(Effect.fail(failure))
            }
            const run = new ProcessRun(host, spec, starter, runFork)
            runs.add(run)
            run.ended.then(() => runs.delete(run))
            run.start()
            return Effect.promise(() => {
              run.stop(0)
              return run.ended
            })
          })
      }
    })
  )
}
