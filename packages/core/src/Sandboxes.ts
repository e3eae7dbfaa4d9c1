import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SandboxName } from "./ExecutionGrant.ts"
import type { Permit } from "./Permit.ts"
import { type Gated, refuse } from "./Refused.ts"
import type { ToolImplementation } from "./Tool.ts"
import type { Ran } from "./ToolExecution.ts"

/** A place where calls run. */
export interface Sandbox {
  readonly name: SandboxName
  /** The kinds of implementation that it can run. */
  readonly runs: ReadonlySet<ToolImplementation["kind"]>
  /** Refuses what it cannot run, before anything happens; the inner effect runs the call. */
  readonly prepare: (permit: Permit) => Gated<Gated<Ran>>
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
  static readonly layer = <E, R>(sandboxes: ReadonlyArray<Effect.Effect<Sandbox, E, R>>) =>
    Layer.effect(
      Sandboxes,
      Effect.map(Effect.all(sandboxes), (made) => {
        const byName = new Map(made.map((sandbox) => [sandbox.name, sandbox]))
        return {
          installed: new Map(made.map(({ name, runs }) => [name, runs])),
          prepare: (permit) => {
            const sandbox = byName.get(permit.grant.sandbox)
            return sandbox === undefined ? absent(permit, [...byName.keys()]) : sandbox.prepare(permit)
          }
        }
      })
    )
}

const absent = ({ grant, request }: Permit, installed: ReadonlyArray<SandboxName>) =>
  refuse(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was granted the sandbox "${grant.sandbox}", which is not installed here.`,
    { sandbox: grant.sandbox, installed }
  )
