/** A part of a diff: the lines that it expects in the file, one after the other, and what it changes among them. */
export interface Hunk {
  /** The lines after "@@ ", which stand in the file before the hunk. Each narrows the search to what follows it. */
  readonly anchors: ReadonlyArray<DiffLine>
  /** The lines that the hunk keeps or removes. */
  readonly old: ReadonlyArray<DiffLine>
  readonly changes: ReadonlyArray<Change>
  /** Whether the hunk says that its last line is the file's last. */
  readonly atEnd: boolean
  /** The line of the diff on which the hunk begins, counted from 1. */
  readonly at: number
}

/** A line of a diff without its sign, and its number in the diff, counted from 1. */
export interface DiffLine {
  readonly text: string
  readonly at: number
}

/** A change within a hunk: from the `at`th of its old lines on, `removed` lines make room for those of `added`. */
export interface Change {
  readonly at: number
  readonly removed: number
  readonly added: ReadonlyArray<string>
}

/** The reason why a diff cannot be read or applied, in a sentence that quotes neither the diff nor the file. */
export class DiffFault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** Reads a diff of a file that exists, in the format V4A without headers: hunks of lines that begin with a blank, "-" or "+". */
export const parseDiff = (diff: string): ReadonlyArray<Hunk> | DiffFault => {
  const lines = linesOf(diff)
  const hunks: Array<Hunk> = []
  let next = 0
  while (next < lines.length) {
    const hunk = readHunk(lines, next)
    if (hunk instanceof DiffFault) return hunk
    if (next > 0 && !startsHunk(lines[next])) return unread(lines[next], "Begin the next hunk with a line @@.")
    hunks.push(hunk)
    next = hunk.end
  }
  return hunks.some(({ changes }) => changes.length > 0) ? hunks : new DiffFault("The diff changes nothing.")
}

/** Reads the diff of a new file, whose lines all begin with "+". Returns the file's text: it ends in a line end if the last line is empty. */
export const parseNewFile = (diff: string): string | DiffFault => {
  const lines = linesOf(diff)
  const other = lines.find(({ text }) => !text.startsWith("+"))
  if (other !== undefined) return unread(other, "In the diff of a new file, each line begins with +.")
  return lines.map(({ text }) => text.slice(1)).join("\n")
}

const linesOf = (diff: string): ReadonlyArray<DiffLine> => {
  const lines = diff.split("\n").map((text, index) => ({ text: text.replace(/\r$/, ""), at: index + 1 }))
  return lines.at(-1)?.text === "" ? lines.slice(0, -1) : lines
}

const readHunk = (lines: ReadonlyArray<DiffLine>, start: number): (Hunk & { readonly end: number }) | DiffFault => {
  const anchors: Array<DiffLine> = []
  let end = start
  for (; startsHunk(lines[end]); end++) {
    const { text, at } = lines[end] as DiffLine
    // A header of another format names places by number. The hunk's own lines have to say where it goes.
    if (text.slice(2).trim() !== "" && !/^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/.test(text))
      anchors.push({ text: text.slice(3), at })
  }
  const old: Array<DiffLine> = []
  const changes: Array<Change & { removed: number; readonly added: Array<string> }> = []
  let changing = false
  const change = () => {
    const last = changes.at(-1)
    if (changing && last !== undefined) return last
    const begun = { at: old.length, removed: 0, added: [] }
    changes.push(begun)
    changing = true
    return begun
  }
  for (; end < lines.length && !startsHunk(lines[end]); end++) {
    const { text, at } = lines[end] as DiffLine
    if (text === endOfFile)
      return { anchors, old, changes, atEnd: true, at: (lines[start] as DiffLine).at, end: end + 1 }
    const rest = text.slice(1)
    if (text.startsWith("+")) change().added.push(rest)
    else if (text.startsWith("-")) {
      change().removed += 1
      old.push({ text: rest, at })
    } else if (text === "" || text.startsWith(" ")) {
      changing = false
      old.push({ text: rest, at })
    } else return unread(lines[end], text.startsWith("***") ? noHeaders : "Begin it with a blank, - or +.")
  }
  if (old.length === 0 && changes.length === 0)
    return new DiffFault(`The hunk on line ${(lines[start] as DiffLine).at} of the diff is empty.`)
  return { anchors, old, changes, atEnd: false, at: (lines[start] as DiffLine).at, end }
}

const startsHunk = (line: DiffLine | undefined) =>
  line !== undefined && (line.text === "@@" || line.text.startsWith("@@ "))

const unread = (line: DiffLine | undefined, hint: string) =>
  new DiffFault(`Line ${line?.at} of the diff cannot be read. ${hint}`)

const endOfFile = "*** End of File"

const noHeaders = "A diff is about one file, and has neither headers nor an end: each file is an operation of its own."
