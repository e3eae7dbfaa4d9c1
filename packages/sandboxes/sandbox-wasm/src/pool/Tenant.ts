import type { GuestProcess } from "./GuestProcess.ts"
import type { Placed } from "./Places.ts"

/**
 * A caller that needs a process. One of its three methods is called, once: `got` with a process, which it then gives back or
 * kills, or one of the others.
 */
export interface Tenant extends Placed {
  /** The guest that the tenant is going to run, if that is known. */
  readonly guest: number | undefined
  /** Whether the process that was used last is still busy making ready for the next guest of its kind. */
  readonly prefersRested: boolean
  /**
   * Whether the tenant trusts no process that has worked for anybody, because a guest may have taken that process over.
   */
  readonly needsFresh: boolean
  got(process: GuestProcess): void
  failed(reason: string): void
  /** Called if the tenant has waited for its place for too long. It gets none. */
  tooLate(): void
}
