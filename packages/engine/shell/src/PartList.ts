import type { Folders } from "./Folders.ts"
import type { CommandPart, ShellPart } from "./ShellPart.ts"

const maxParts = 100

const tooMany = `The text does more than ${maxParts} things; what follows is not shown.`

/**
 * The largest number of characters of all words, including the values of variables, and the words of a loop's body
 * once per iteration.
 */
const maxCharacters = 1024 * 1024

const tooLong = "With its variables expanded, the text has words of more than 1 MiB; what follows is not shown."

/** The number of characters that may still be read, shared by a list and the lists inside it. */
interface Room {
  characters: number
}

/** The parts found so far, bounded in number and length. At the bound, an unread part says that more follows. */
export class PartList {
  private readonly found: Array<ShellPart> = []
  private readonly reasons = new Set<string>()
  private readonly room: Room
  /** The reason why the list is full, or `undefined` while there is room. */
  private full: string | undefined = undefined

  constructor(room: Room = { characters: maxCharacters }) {
    this.room = room
  }

  /** Returns a list for a piece of the text, which the caller appends or drops. */
  inner(): PartList {
    return new PartList(this.room)
  }

  get parts(): ReadonlyArray<ShellPart> {
    return this.full === undefined ? this.found : [...this.found, { kind: "unread", reason: this.full }]
  }

  /** Whether some of the text is not known. */
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

  /** Ignores all further parts. */
  end() {
    this.full ??= tooMany
  }

  opaque(reason: string) {
    this.doubt({ kind: "opaque", reason })
  }

  unread(reason: string) {
    this.doubt({ kind: "unread", reason })
  }

  /** Appends another list, without the parts whose JSON is in `but`. The appended parts are added to `but`. */
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
