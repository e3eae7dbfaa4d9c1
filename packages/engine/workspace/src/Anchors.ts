import type { Pin } from "./PathPins.ts"

interface Anchor {
  readonly pin: Pin
  users: number
  kept: boolean
}

/**
 * The open workspaces. Each workspace is opened once and stays open; beyond `capacity`, the one that was used longest
 * ago is dropped.
 *
 * A workspace that is dropped while operations use it is released when the last of these operations ends. Released
 * earlier, its descriptor's number could come to mean another folder.
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

  /** Drops a workspace whose pin meets a condition. Returns whether the workspace was dropped. */
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

  // A Map keeps the order of insertion, so the first key is the workspace that was used longest ago.
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
