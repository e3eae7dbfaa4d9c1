import type { Value } from "./QuickJsExports.ts"

/** What a virtual machine asks of its host. What these throw ends the guest, and leaves whatever it was entered by. */
export interface HostFunctions {
  /** In nanoseconds since the epoch. */
  readonly now: () => bigint
  /** Functions that were made for the guest, by the names they were made with. */
  readonly call: (name: string, args: ReadonlyArray<Value>) => Value
  /** Told of each module that is asked for. There is none. */
  readonly imported: (specifier: string) => void
  /** Told of a promise that was rejected while nothing looked at it, and of one that is looked at after that. Both are the host's to free. */
  readonly rejected: (promise: Value, reason: Value, isLookedAt: boolean) => void
}
