import type { ResolvedPath } from "@toolgate/core"
import type { Folder } from "./PathEnd.ts"
import type { PathPins, Pin } from "./PathPins.ts"

/** The folders that a walk has passed, each held: the workspace or a root first, the one stood in last. */
export class Trail {
  readonly workspace: Folder & { readonly path: ResolvedPath }
  /** What is held for the walk; the workspace is the first. */
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

  /** To the folder above; false at the first, which has none. */
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

  /** What is not stood on any more: a long way back and forth takes no more descriptors than it is deep. */
  letGo(passed: { readonly at: string } | undefined) {
    const i = this.held.findLastIndex((pin) => pin.at === passed?.at)
    // The workspace can be come back to.
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
