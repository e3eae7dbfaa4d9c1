import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"
import type { Ran } from "./ToolExecution.ts"

/** The record that proves what happened. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** One bracket: the intent is on record before the run begins, its outcome after. What cannot be recorded does not run. */
    readonly bracket: (permit: Permit, run: Gated<Ran>) => Gated<Ran>
  }
>()("@toolgate/core/AuditLog") {
  static readonly layerNone = Layer.succeed(AuditLog, { bracket: (_permit, run) => run })
}
