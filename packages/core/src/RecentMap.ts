/**
 * A map of limited size that drops its oldest entry. Setting an entry again makes it the newest.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { RecentMap } from "@toolgate/core"
 *
 * const recent = new RecentMap<number>(2)
 * for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) recent.set(key, value)
 * assert.deepEqual([recent.get("a"), ...recent.values()], [undefined, 2, 3])
 * ```
 */
export class RecentMap<V> {
  private readonly entries = new Map<string, V>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  delete(key: string): void {
    this.entries.delete(key)
  }

  /** Deletes the entries whose values match. */
  forget(isOne: (value: V) => boolean): void {
    for (const [key, value] of this.entries) if (isOne(value)) this.entries.delete(key)
  }

  get(key: string): V | undefined {
    return this.entries.get(key)
  }

  /** Returns the values, oldest first. */
  values(): IterableIterator<V> {
    return this.entries.values()
  }

  set(key: string, value: V): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.most) return
      this.entries.delete(oldest)
    }
  }
}
