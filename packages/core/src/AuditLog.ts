import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"
import type { ToolExecution } from "./ToolExecution.ts"

/** What is put on record of one permitted call: that it is to run, and how it was answered. */
export interface AuditEntry {
  /**
   * Called once. Its answer comes when the intent is kept as the log promises it, and only then does the call begin. Where it fails,
   * or is interrupted because the call is to end meanwhile, the call does not run.
   */
  intend(): Gated<unknown>
  /** Puts the outcome on record. Called once with the call's answer, whatever became of the intent. It does not wait. */
  end(answer: ToolExecution): void
}

/**
 * The record that proves what happened. Every call that the gate answers is in it once: by its entry, where it came so far that it
 * had one, or as refused.
 */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** The entry of a permitted call. It does not wait, and nothing is written yet: the gate ends each entry that it asks for. */
    readonly entry: (permit: Permit) => AuditEntry
    /** Records a call that was answered before it had an entry. It does not wait, and does not throw. */
    readonly refused: (answer: ToolExecution, context: DispatchContext) => void
  }
>()("@toolgate/core/AuditLog") {
  static readonly layerNone = Layer.succeed(AuditLog, { entry: () => unrecorded, refused: () => {} })
}

const unrecorded: AuditEntry = { intend: () => Effect.void, end: () => {} }
