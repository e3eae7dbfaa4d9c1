import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"
import type { Ran, ToolExecution } from "./ToolExecution.ts"

/** The record that proves what happened. Every call that the gate answers is in it: by its bracket, or as refused. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /**
     * One bracket: the intent is on record before the run begins, its outcome after. What cannot be recorded does not run. It is
     * begun where nothing interrupts it, and `run` can be interrupted: a bracket that waits before it makes that wait interruptible.
     */
    readonly bracket: (permit: Permit, run: Gated<Ran>) => Gated<Ran>
    /** Records a call that was answered before there was an intent to run it. It does not wait, and does not throw. */
    readonly refused: (answer: ToolExecution, context: DispatchContext) => void
  }
>()("@toolgate/core/AuditLog") {
  static readonly layerNone = Layer.succeed(AuditLog, { bracket: (_permit, run) => run, refused: () => {} })
}
