/** A guest that may run, with its id in the processes. Its parts together are the module or script. */
export type CachedGuest = { readonly id: number; readonly parts: ReadonlyArray<Uint8Array> } & (
  | { readonly kind: "module" }
  | { readonly kind: "script"; readonly isTypeScript: boolean }
)

export const getSize = ({ parts }: CachedGuest): number => parts.reduce((sum, part) => sum + part.length, 0)

/** The cache limits of a process. It keeps a copy of each module in addition to the compiled code. */
const most = { guests: 16, bytes: 64 * 2 ** 20 }

/** The guests that a process caches, by id: the most recently used ones. */
export class CachedGuests {
  /** Sizes by id, the most recently used last. */
  private readonly guests = new Map<number, number>()
  private bytes = 0

  has(guest: number): boolean {
    return this.guests.has(guest)
  }

  /** Marks a guest as used. Returns the guests to evict if it was not cached. */
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
