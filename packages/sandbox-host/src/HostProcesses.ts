import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeCommandHost } from "./command/CommandHost.ts"
import type { HostProcess, ProcessNotStarted, ProcessSpec } from "./HostProcess.ts"
import { HostProgram } from "./processes/HostProgram.ts"

/** Starts programs as processes of their own, held as the host sandbox holds commands. */
export class HostProcesses extends Context.Service<
  HostProcesses,
  {
    /**
     * Answers when the program has begun. Where it fails, or is interrupted meanwhile, nothing is left of the program; once it
     * has answered, the program is the caller's to stop.
     */
    readonly start: (spec: ProcessSpec) => Effect.Effect<HostProcess, ProcessNotStarted>
  }
>()("@toolgate/sandbox-host/HostProcesses") {
  /** Reads the references of `NodeHostSandbox`. What is still running when it is released ends, by way of its grace. */
  static readonly layer: Layer.Layer<HostProcesses> = Layer.effect(
    HostProcesses,
    Effect.gen(function* () {
      const host = yield* makeCommandHost
      const programs = new Set<HostProgram>()
      yield* Effect.addFinalizer(() =>
        Effect.promise(() => {
          for (const program of programs) program.stop(host.grace.terminated)
          return Promise.all([...programs].map(({ ended }) => ended))
        })
      )
      return {
        start: (spec) =>
          Effect.callback<HostProcess, ProcessNotStarted>((resume) => {
            const program = new HostProgram(host, spec, {
              begun: (started) => resume(Effect.succeed(started)),
              failed: (failure) => resume(Effect.fail(failure))
            })
            programs.add(program)
            program.ended.then(() => programs.delete(program))
            program.start()
            return Effect.promise(() => {
              program.stop(0)
              return program.ended
            })
          })
      }
    })
  )
}
