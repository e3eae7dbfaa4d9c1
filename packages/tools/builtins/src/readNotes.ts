import type { LineWindow } from "./LineWindow.ts"

interface Read {
  readonly window: LineWindow
  readonly start: number
  /** Size of the file in bytes. */
  readonly size: number
  /** Whether the whole file was read, so that the number of lines is known. */
  readonly ended: boolean
  /** Whether reading stopped before the end of the range. */
  readonly stopped: boolean
  readonly maxBytes: number
  readonly maxLineBytes: number
  /** Whether a single line was requested. It is cut only if no call could return more of it. */
  readonly alone: boolean
  readonly startsWithMark: boolean
}

/**
 * Returns notes for a partial read: the range, the number of lines, what is missing, and how to get it. `undefined` if the text is the
 * whole file.
 */
export const readNotes = (read: Read): string | undefined => {
  const notes = [whichLines(read), cutLines(read), unread(read), read.startsWithMark ? byteOrderMark : undefined]
  const said = notes.filter((note) => note !== undefined)
  return said.length === 0 ? undefined : `[${said.join(" ")}]`
}

const whichLines = ({ window, start, size, ended, maxBytes }: Read) => {
  if (ended && window.lines === 0) return "The file is empty."
  if (ended && start === 1 && window.last === window.lines) return undefined
  const of = ended ? `of ${window.lines}` : "of more that were not counted"
  const which = start === window.last ? `Line ${start} ${of}` : `Lines ${start} to ${window.last} ${of}`
  return window.next === undefined
    ? `${which}; the file has ${size} bytes.`
    : `${which}; the file has ${size} bytes, and a call reads at most ${maxBytes}. Read on with start_line ${window.next}.`
}

const cutLines = ({ window, maxLineBytes, alone }: Read) => {
  const [first] = window.cut
  if (first === undefined) return undefined
  const after = `is cut after ${maxLineBytes}${first.bytes === undefined ? "" : ` of its ${first.bytes}`} bytes`
  if (alone) return `The line ${after}; no call reads more of a line.`
  const how = "To get all of a line, read it alone: start_line and end_line the same."
  if (window.cut.length === 1) return `Line ${first.line} ${after}. ${how}`
  const named = window.cut.slice(0, maxNamed).map(({ line }) => line)
  const more = window.cut.length > maxNamed ? ` and ${window.cut.length - maxNamed} more` : ""
  return `Lines ${named.join(", ")}${more} are cut after ${maxLineBytes} bytes each. ${how}`
}

const unread = ({ window, stopped }: Read) =>
  stopped ? `A call reads only the first ${window.bytes} bytes of a file.` : undefined

const byteOrderMark = "The file begins with a byte order mark (U+FEFF)."

const maxNamed = 10
