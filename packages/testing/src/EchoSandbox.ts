import { type Permit, type Ran, type Sandbox, type SandboxName, unenforced } from "@toolgate/core"
import * as Effect from "effect/Effect"

/**
 * A second sandbox. Answers every call with its own name and the call's arguments, without running a tool.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { EchoSandbox } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const { name, runs } = await Effect.runPromise(EchoSandbox.make("microvm"))
 * assert.deepEqual([name, runs.has("function")], ["microvm", true])
 * ```
 */
export const make = (name: SandboxName): Effect.Effect<Sandbox> =>
  Effect.succeed({
    name,
    runs: new Set(["function", "command"] as const),
    prepare: (permit) => Effect.succeed({ start: () => answer(name, permit) })
  })

const answer = (name: SandboxName, { request }: Permit): Ran => ({
  output: { content: [], value: { sandbox: name, args: request.args }, success: true, metadata: {} },
  error: undefined,
  enforced: unenforced
})
