import type { Folders } from "./Folders.ts"
import type { ShellPart } from "./ShellPart.ts"

/** How many parts a text may have. */
const maxParts = 100

const tooMany = `The text does more than ${maxParts} things; what comes after them is not shown.`

/** The parts found so far, up to `maxParts`; when there are more, an opaque part says so. */
export class PartList {
  private readonly found: Array<ShellPart> = []
  private readonly reasons = new Set<string>()
  private overfull = false

  get parts(): ReadonlyArray<ShellPart> {
    return this.overfull ? [...this.found, { kind: "opaque", reason: tooMany }] : this.found
  }

  get isOpaque() {
    return this.overfull || this.reasons.size > 0
  }

  get isFull() {
    return this.overfull
  }

  command(argv: ReadonlyArray<string>, assigned: ReadonlyArray<string>, wrapper: boolean, folders: Folders) {
    for (const folder of folders) this.add({ kind: "command", argv, assigned, wrapper, folder })
  }

  file(path: string, mode: "r" | "w" | "rw", folders: Folders) {
    for (const folder of folders) this.add({ kind: "file", path, mode, folder })
  }

  opaque(reason: string) {
    if (this.reasons.has(reason)) return
    this.reasons.add(reason)
    this.add({ kind: "opaque", reason })
  }

  append(other: PartList) {
    for (const part of other.found) {
      if (part.kind === "opaque") this.opaque(part.reason)
      else this.add(part)
    }
    if (other.overfull) this.overfull = true
  }

  private add(part: ShellPart) {
    if (this.found.length < maxParts) this.found.push(part)
    else this.overfull = true
  }
}
