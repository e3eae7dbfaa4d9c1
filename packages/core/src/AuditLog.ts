import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"
import { ready } from "./ready.ts"
import type { Ran, ToolExecution } from "./ToolExecution.ts"

/** The record that proves what happened. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** One bracket: the intent is on record before the run begins, its outcome after. What cannot be recorded does not run. */
    readonly bracket: (permit: Permit, run: Gated<Ran>) => Gated<Ran>
    /** Records a call that never ran. */
    readonly refused: (execution: ToolExecution, context: DispatchContext) => Effect<void>
  }
>()("@toolgate/core/AuditLog") {
  static readonly layerNone = Layer.succeed(AuditLog, { bracket: (_permit, run) => run, refused: () => recorded })
}

const recorded = ready<void>(undefined)
