import type { GuestProcess } from "./GuestProcess.ts"
import type { Placed } from "./Places.ts"

/** Whoever needs a process. Told once: that there is one, which it then gives back or kills, or that there will be none. */
export interface Tenant extends Placed {
  /** What it is going to run, if that is known. */
  readonly guest: number | undefined
  /** Whether the process that was used last is still busy making ready for the next of its kind. */
  readonly prefersRested: boolean
  /** Whether it believes no process that has worked for anybody: a guest may have taken that over. */
  readonly needsFresh: boolean
  got(process: GuestProcess): void
  failed(reason: string): void
}
