import type { ResolvedPath } from "@toolgate/core"
import type { Folder } from "./PathEnd.ts"
import type { PathPins, Pin } from "./PathPins.ts"

/** The pinned folders of a walk, from the workspace or root to the current folder. */
export class Trail {
  readonly workspace: Folder & { readonly path: ResolvedPath }
  /** The pins of the walk. The first is the workspace's. */
  readonly held: Array<Pin> = []
  private passed: Array<Folder>
  private readonly pins: PathPins["Service"]

  constructor(pins: PathPins["Service"], workspace: ResolvedPath) {
    this.pins = pins
    this.workspace = { path: workspace, at: this.hold(pins.workspace(workspace)).at }
    this.passed = [this.workspace]
  }

  get here(): Folder {
    return this.passed.at(-1) ?? this.workspace
  }

  get above(): Folder | undefined {
    return this.passed.at(-2)
  }

  hold<P extends Pin>(pin: P): P {
    this.held.push(pin)
    return pin
  }

  enter(path: string, { at }: Pin) {
    this.passed.push({ path, at })
  }

  /** Goes up one folder. Returns `false` at the first. */
  back(): boolean {
    if (this.passed.length === 1) return false
    this.letGo(this.passed.pop())
    return true
  }

  startAtRoot(path: string) {
    this.startAt({ path, at: this.hold(this.pins.root(path)).at })
  }

  startAtWorkspace() {
    this.startAt(this.workspace)
  }

  /**
   * Releases the pin of a folder that the walk has left, so that a long path back and forth needs no more descriptors
   * than its depth.
   */
  letGo(passed: { readonly at: string } | undefined) {
    const i = this.held.findLastIndex((pin) => pin.at === passed?.at)
    // The first pin stays with the workspace, because the walk may return there.
    if (i > 0) for (const pin of this.held.splice(i, 1)) pin.release()
  }

  release() {
    for (const pin of this.held) pin.release()
  }

  private startAt(folder: Folder) {
    const left = this.passed
    this.passed = [folder]
    for (const passed of left) this.letGo(passed)
  }
}
