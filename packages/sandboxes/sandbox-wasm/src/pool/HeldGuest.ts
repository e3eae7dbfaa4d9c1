/**
 * A guest that may be run, with the number by which processes know it. Its parts together are the module or the script.
 */
export type HeldGuest = { readonly id: number; readonly parts: ReadonlyArray<Uint8Array> } & (
  | { readonly kind: "module" }
  | { readonly kind: "script"; readonly isTypeScript: boolean }
)

/** Returns the size in bytes. */
export const sizeOf = ({ parts }: HeldGuest): number => parts.reduce((sum, part) => sum + part.length, 0)

/**
 * The bounds on the guests that a process keeps ready. Of a module, the process keeps a copy beside the compiled code.
 */
const most = { guests: 16, bytes: 64 * 2 ** 20 }

/** The guests that a process keeps ready, by their numbers: those that were used last. */
export class HeldSet {
  /** The size of each guest, the guest that was used last at the end. */
  private readonly guests = new Map<number, number>()
  private bytes = 0

  has(guest: number): boolean {
    return this.guests.has(guest)
  }

  /** Counts a guest as used. If it was not there, returns the guests that have to make room for it. */
  use(guest: number, bytes: number): "held" | ReadonlyArray<number> {
    const isHeld = this.guests.delete(guest)
    this.guests.set(guest, bytes)
    if (isHeld) return "held"
    this.bytes += bytes
    const dropped: Array<number> = []
    for (const [other, size] of this.guests) {
      if (other === guest || (this.guests.size <= most.guests && this.bytes <= most.bytes)) break
      this.guests.delete(other)
      this.bytes -= size
      dropped.push(other)
    }
    return dropped
  }
}
