import type { Folders } from "./Folders.ts"
import type { CommandPart, ShellPart } from "./ShellPart.ts"

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

  command(command: Omit<CommandPart, "kind" | "folder">, folders: Folders) {
    for (const folder of folders) this.add({ kind: "command", ...command, folder })
  }

  file(path: string, mode: "r" | "w" | "rw", folders: Folders) {
    for (const folder of folders) this.add({ kind: "file", path, mode, folder })
  }

  /** Leaves out what comes after. */
  end() {
    this.overfull = true
  }

  opaque(reason: string) {
    this.doubt({ kind: "opaque", reason })
  }

  unread(reason: string) {
    this.doubt({ kind: "unread", reason })
  }

  /** `but`: what is not added once more. */
  append(other: PartList, but = new Set<string>()) {
    for (const part of other.found) {
      const key = JSON.stringify(part)
      if (part.kind === "opaque" || part.kind === "unread") this.doubt(part)
      else if (!but.has(key)) this.add(part)
      but.add(key)
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
