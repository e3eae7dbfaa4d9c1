import type { GuestProcess } from "./GuestProcess.ts"
import type { SlotWaiter } from "./GuestSlots.ts"

/**
 * A caller that needs a process. One of its three methods is called, once: `got`, with a process to return or kill, or
 * one of the others.
 */
export interface Tenant extends SlotWaiter {
  /** The guest that the tenant will run, if it is known. */
  readonly guest: number | undefined
  /** Whether the most recently used process should be avoided, because it is still preparing its next guest. */
  readonly prefersRested: boolean
  /** Whether the process must be new, because an earlier guest may have taken over a used one. */
  readonly needsFresh: boolean
  got(process: GuestProcess): void
  failed(reason: string): void
  /** Called if the tenant waited too long for its slot. */
  tooLate(): void
}
