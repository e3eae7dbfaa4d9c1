import type { Value } from "./QuickJsExports.ts"

/** Host functions of a virtual machine. An exception ends the guest and leaves the function that entered it. */
export interface HostFunctions {
  /** Returns nanoseconds since the epoch. */
  readonly now: () => bigint
  /** Calls a host function by the name that the guest knows. */
  readonly call: (name: string, args: ReadonlyArray<Value>) => Value
  /** Called for each module that the guest imports. Every import fails. */
  readonly imported: (specifier: string) => void
  /**
   * Called for a promise that is rejected without a handler, and again if a handler is added later. The host must free
   * both values.
   */
  readonly rejected: (promise: Value, reason: Value, isLookedAt: boolean) => void
}
