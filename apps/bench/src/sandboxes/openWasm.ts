import type { Sandbox } from "@toolgate/core"
import { GuestProgram, ProcessWasmSandbox } from "@toolgate/sandbox-wasm"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"

/** Returns a Wasm sandbox for one family, and a function that closes it. */
export const openWasm = async (): Promise<{ readonly sandbox: Sandbox; readonly close: () => Promise<void> }> => {
  const scope = Effect.runSync(Scope.make())
  const made = ProcessWasmSandbox.make().pipe(Effect.provide(NodeFileSystems.layer), Scope.provide(scope))
  const program = await builtProgram()
  return {
    sandbox: await Effect.runPromise(Effect.provideService(made, GuestProgram, program)),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** Returns the built guest program, as it is published. From sources, each process would first strip the types. */
const builtProgram = async (): Promise<Effect.Success<typeof GuestProgram>> => {
  const built = new URL("../dist/index.js", import.meta.resolve("@toolgate/sandbox-wasm"))
  const { GuestProgram: reference } = (await import(built.href)) as { readonly GuestProgram: typeof GuestProgram }
  return Effect.runSync(
    Effect.gen(function* () {
      return yield* reference
    })
  )
}
