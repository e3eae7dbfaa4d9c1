import { type FileSystems, refuse, type Sandbox, type WasmOptions } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * Makes the sandbox of guests, from the optional package `@toolgate/sandbox-wasm`, which is loaded for the first tool that has a guest. Without
 * the package, such a tool is not registered, and the reason says what to install.
 */
export const makeWasmSandbox = (
  options: WasmOptions | undefined
): Effect.Effect<Sandbox, never, FileSystems | Scope.Scope> =>
  Effect.gen(function* () {
    let made: Sandbox | undefined
    const load = yield* Effect.context<FileSystems | Scope.Scope>().pipe(
      Effect.flatMap((context) =>
        Effect.cached(
          // A cancelled call must not leave the others without the sandbox.
          Effect.uninterruptible(
            Effect.gen(function* () {
              const installed = yield* Effect.promise(installedSandbox)
              if (installed === undefined) return undefined
              made = yield* Effect.provideContext(installed.make(options), context)
              return made
            })
          )
        )
      )
    )
    return {
      name: "wasm",
      runs: new Set(["wasm", "script"] as const),
      prepare: (permit, tool) =>
        made === undefined
          ? Effect.flatMap(load, (sandbox) => sandbox?.prepare(permit, tool) ?? absent(tool.definition.name))
          : made.prepare(permit, tool),
      admit: (tool) => Effect.flatMap(load, (sandbox) => sandbox?.admit?.(tool) ?? Effect.succeed([notInstalled]))
    }
  })

const installedSandbox = () =>
  import("@toolgate/sandbox-wasm").then(
    ({ ProcessWasmSandbox }) => ProcessWasmSandbox,
    (cause: { readonly code?: string; readonly message?: string }) => {
      // A package that is there and cannot be loaded is another fault.
      if (cause.code !== "ERR_MODULE_NOT_FOUND" || !cause.message?.includes("'@toolgate/sandbox-wasm'")) throw cause
      return undefined
    }
  )

const notInstalled = 'it runs in WebAssembly: install the package "@toolgate/sandbox-wasm" beside "toolgate"'

const absent = (name: string) => refuse("SandboxUnavailable", `Tool "${name}" cannot run, because ${notInstalled}.`)
