import type { Tool } from "@toolgate/core"
import type { DispatchLimits, Hook } from "@toolgate/dispatch"
import type { AskingOptions } from "./approvalsChoice.ts"
import type { AuditChoice } from "./auditChoice.ts"
import type { SandboxOptions } from "./installedSandboxes.ts"
import type { PinoLike } from "./PinoLogger.ts"
import type { PolicyChoice } from "./policyChoice.ts"

/** What a gate is made of. */
export interface GateOptions<E = never> extends AskingOptions<E> {
  readonly policy: PolicyChoice<E>
  /** A list is named by itself as well, so that the compiler says of its members what they lack. */
  readonly tools: ReadonlyArray<Tool> | Iterable<Tool>
  /** Asked in this order, before a call is looked up. */
  readonly hooks?: ReadonlyArray<Hook>
  /**
   * Where every call is put on record; nowhere, unless told otherwise. What cannot be recorded does not run. It must not lie where
   * calls work, which could change it.
   */
  readonly audit?: AuditChoice<E>
  /** What the sandboxes are given. The host and WebAssembly are always there. */
  readonly sandboxes?: SandboxOptions
  /** How many calls run at once: 4 of a session and 64 in all, unless told otherwise. */
  readonly limits?: Partial<(typeof DispatchLimits)["Service"]>
}

/** What `createToolgate` takes. */
export interface ToolgateOptions<E = never> extends GateOptions<E> {
  /** The folder that calls work in. It has to exist. */
  readonly workspace: string
  /**
   * Where the gate and its tools log, a logger of pino's or one like it; left out, as lines of JSON to standard error. Secrets
   * are taken out before a line is handed to it.
   */
  readonly logger?: PinoLike
}
