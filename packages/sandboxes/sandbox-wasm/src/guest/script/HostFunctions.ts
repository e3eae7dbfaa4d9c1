import type { Value } from "./QuickJsExports.ts"

/**
 * The functions of the host that a virtual machine calls. An exception from them ends the guest, and leaves the
 * function by which the guest was entered.
 */
export interface HostFunctions {
  /** Returns the time in nanoseconds since the epoch. */
  readonly now: () => bigint
  /** Calls a function that was made for the guest, by the name that it was made with. */
  readonly call: (name: string, args: ReadonlyArray<Value>) => Value
  /** Called for each module that the guest asks for. There is none. */
  readonly imported: (specifier: string) => void
  /**
   * Called for a promise that was rejected without a handler, and again if the promise gets a handler afterwards. The
   * host has to free both values.
   */
  readonly rejected: (promise: Value, reason: Value, isLookedAt: boolean) => void
}
