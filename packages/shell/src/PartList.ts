import type { Folders } from "./Folders.ts"
import type { ShellPart } from "./ShellPart.ts"

/** How many parts a text may have. */
const maxParts = 100

const tooMany = `The text does more than ${maxParts} things; what comes after them is not shown.`

/** The parts found so far, up to `maxParts`; when there are more, an unread part says so. */
export class PartList {
  private readonly found: Array<ShellPart> = []
  private readonly reasons = new Set<string>()
  private overfull = false

  get parts(): ReadonlyArray<ShellPart> {
    return this.overfull ? [...this.found, { kind: "unread", reason: tooMany }] : this.found
  }

  /** Whether not all of the text is known. */
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
    this.doubt({ kind: "opaque", reason })
  }

  unread(reason: string) {
    this.doubt({ kind: "unread", reason })
  }

  append(other: PartList) {
    for (const part of other.found) {
      if (part.kind === "opaque" || part.kind === "unread") this.doubt(part)
      else this.add(part)
    }
    if (other.overfull) this.overfull = true
  }

  private doubt(part: Extract<ShellPart, { readonly reason: string }>) {
    if (this.reasons.has(part.reason)) return
    this.reasons.add(part.reason)
    this.add(part)
  }

  private add(part: ShellPart) {
    if (this.found.length < maxParts) this.found.push(part)
    else this.overfull = true
  }
}
