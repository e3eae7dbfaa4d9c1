/** A hunk: consecutive expected lines, and the changes among them. */
export interface Hunk {
  /** Lines after "@@ ", which precede the hunk in the file. Each one moves the start of the search. */
  readonly anchors: ReadonlyArray<DiffLine>
  /** Lines that the hunk keeps or removes. */
  readonly old: ReadonlyArray<DiffLine>
  readonly changes: ReadonlyArray<Change>
  /** Whether the hunk ends at the end of the file. */
  readonly atEnd: boolean
  /** Line of the diff where the hunk starts, from 1. */
  readonly at: number
}

/** A diff line without its sign, with its number, from 1. */
export interface DiffLine {
  readonly text: string
  readonly at: number
}

/** A change in a hunk: at old line `at`, replaces `removed` lines with `added`. */
export interface Change {
  readonly at: number
  readonly removed: number
  readonly added: ReadonlyArray<string>
}

/** Reason why a diff cannot be parsed or applied. The message quotes neither the diff nor the file. */
export class DiffFault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** Parses a diff for an existing file in V4A format without headers: hunks of lines that begin with a space, "-" or "+". */
export const parseDiff = (diff: string): ReadonlyArray<Hunk> | DiffFault => {
  const lines = findLines(diff)
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

/** Parses the diff of a new file, whose lines all begin with "+". The text ends with a line end if the last line is empty. */
export const parseNewFile = (diff: string): string | DiffFault => {
  const lines = findLines(diff)
  const other = lines.find(({ text }) => !text.startsWith("+"))
  if (other !== undefined) return unread(other, "In the diff of a new file, each line begins with +.")
  return lines.map(({ text }) => text.slice(1)).join("\n")
}

const findLines = (diff: string): ReadonlyArray<DiffLine> => {
  const lines = diff.split("\n").map((text, index) => ({ text: text.replace(/\r$/, ""), at: index + 1 }))
  return lines.at(-1)?.text === "" ? lines.slice(0, -1) : lines
}

const readHunk = (lines: ReadonlyArray<DiffLine>, start: number): (Hunk & { readonly end: number }) | DiffFault => {
  const anchors: Array<DiffLine> = []
  let end = start
  for (; startsHunk(lines[end]); end++) {
    const { text, at } = lines[end] as DiffLine
    // Line numbers in headers of other formats are ignored: the hunk's lines determine its position.
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

const noHeaders = "A diff covers one file, and has neither headers nor an end: use a separate operation for each file."
