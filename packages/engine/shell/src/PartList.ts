import type { Folders } from "./Folders.ts"
import type { CommandPart, ShellPart } from "./ShellPart.ts"

/** How many parts a text may have. */
const maxParts = 100

const tooMany = `The text does more than ${maxParts} things; what comes after them is not shown.`

/** How many characters all words may have that are read, with what variables stand for, those of a loop each time. */
const maxCharacters = 1024 * 1024

const tooLong =
  "The words of the text are longer than 1 MiB with what variables stand for; what comes after them is not shown."

/** How many more characters are read, in a list and in those within it. */
interface Room {
  characters: number
}

/** The parts found so far, as many and as long as they may be. Where there are more, an unread part says so. */
export class PartList {
  private readonly found: Array<ShellPart> = []
  private readonly reasons = new Set<string>()
  private readonly room: Room
  /** Why no more is added. */
  private full: string | undefined = undefined

  constructor(room: Room = { characters: maxCharacters }) {
    this.room = room
  }

  /** A list for a piece of the text, which is to be appended or left out. */
  inner(): PartList {
    return new PartList(this.room)
  }

  get parts(): ReadonlyArray<ShellPart> {
    return this.full === undefined ? this.found : [...this.found, { kind: "unread", reason: this.full }]
  }

  /** Whether not all of the text is known. */
  get isOpaque() {
    return this.isFull || this.reasons.size > 0
  }

  get isFull() {
    return this.full !== undefined
  }

  command(command: Omit<CommandPart, "kind" | "folder">, folders: Folders) {
    for (const word of command.argv) this.room.characters -= word.length
    if (this.room.characters < 0) this.full ??= tooLong
    else for (const folder of folders) this.add({ kind: "command", ...command, folder })
  }

  file(path: string, mode: "r" | "w" | "rw", folders: Folders) {
    for (const folder of folders) this.add({ kind: "file", path, mode, folder })
  }

  /** Leaves out what comes after. */
  end() {
    this.full ??= tooMany
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
    this.full ??= other.full
  }

  private doubt(part: Extract<ShellPart, { readonly reason: string }>) {
    if (this.reasons.has(part.reason)) return
    this.reasons.add(part.reason)
    this.add(part)
  }

  private add(part: ShellPart) {
    if (this.found.length < maxParts) this.found.push(part)
    else this.end()
  }
}
