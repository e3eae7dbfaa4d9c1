import type { Pin } from "./PathPins.ts"

interface Anchor {
  readonly pin: Pin
  users: number
  kept: boolean
}

/**
 * The workspaces in use, each opened once and kept open: the most recently used ones, up to `capacity`.
 *
 * One that is dropped while an operation stands on it is released when that operation is done, because its descriptor's
 * number would otherwise come to mean another folder.
 */
export class Anchors {
  private readonly anchors = new Map<string, Anchor>()
  private readonly capacity: number
  private open = true

  constructor(capacity: number) {
    this.capacity = capacity
  }

  take(path: string, make: () => Pin): Pin {
    const anchor = this.anchors.get(path) ?? { pin: make(), users: 0, kept: this.open }
    anchor.users++
    if (anchor.kept) this.keep(path, anchor)
    return {
      at: anchor.pin.at,
      release: () => {
        anchor.users--
        releaseIfUnused(anchor)
      }
    }
  }

  /** Whether the anchor met the condition, and was dropped. */
  dropIf(path: string, condition: (pin: Pin) => boolean): boolean {
    const anchor = this.anchors.get(path)
    if (anchor === undefined || !condition(anchor.pin)) return false
    this.drop(path)
    return true
  }

  close() {
    this.open = false
    for (const path of this.anchors.keys()) this.drop(path)
  }

  // A Map keeps the order of insertion: what was put in first is what was used longest ago.
  private keep(path: string, anchor: Anchor) {
    this.anchors.delete(path)
    this.anchors.set(path, anchor)
    const [oldest] = this.anchors.keys()
    if (this.anchors.size > this.capacity && oldest !== undefined) this.drop(oldest)
  }

  private drop(path: string) {
    const anchor = this.anchors.get(path)
    if (anchor === undefined) return
    this.anchors.delete(path)
    anchor.kept = false
    releaseIfUnused(anchor)
  }
}

const releaseIfUnused = (anchor: Anchor) => {
  if (!anchor.kept && anchor.users === 0) anchor.pin.release()
}
