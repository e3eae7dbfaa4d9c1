import { defineTool, FileFailed, type ToolContext, ToolValidationError, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { fileKind } from "./fileKind.ts"
import { fileTool } from "./fileTool.ts"
import { formatLineNumber, LineWindow } from "./LineWindow.ts"
import { readNotes } from "./readNotes.ts"

/** Default limit of returned text in bytes, line numbers included. */
const usualMaxBytes = 1_000_000
/** Reserved bytes for notes and line numbers. */
const saidBytes = 1024
/** Longest line that is returned among others, in bytes. Longer lines are rarely meant to be read. */
const maxLineBytes = 8_000
/** Most bytes that are read to count lines. */
const maxCountedBytes = 64 * 1024 * 1024
/** Most bytes that one call reads. */
const maxReadBytes = 256 * 1024 * 1024
const chunkBytes = 256 * 1024

const parameters = Type.Object(
  {
    path: Type.String({ description: "The file, from the workspace's root, as in src/main.ts." }),
    start_line: Type.Optional(Type.Integer({ description: "The first line, counted from 1. Default 1.", minimum: 1 })),
    end_line: Type.Optional(
      Type.Integer({ description: "The last line, inclusive. Default: the file's last.", minimum: 1 })
    ),
    line_numbers: Type.Optional(
      Type.Boolean({ description: "True: put each line's number and a tab before it. Default false." })
    )
  },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* (
  args: Type.Static<typeof parameters>,
  { files, inlineBytes }: ToolContext
) {
  const { path, start_line: start = 1, end_line: end = Number.POSITIVE_INFINITY, line_numbers: numbered = false } = args
  if (end < start) return yield* new ToolValidationError({ message: 'The argument "end_line" is before "start_line".' })

  const maxBytes = Math.min(usualMaxBytes, (inlineBytes ?? Number.POSITIVE_INFINITY) - saidBytes)
  const alone = start === end
  const lineLimit = alone ? maxBytes - formatLineNumber(start).length - 1 : Math.min(maxLineBytes, maxBytes)
  const window = new LineWindow({ start, end, maxBytes, maxLineBytes: lineLimit, numbered })
  let head: Uint8Array | undefined
  let ended = false
  let isText = true
  while (!ended && window.bytes < (window.closed ? maxCountedBytes : maxReadBytes)) {
    const chunk = yield* files.readBytes(path, { offset: window.bytes, length: chunkBytes })
    head ??= chunk.subarray(0, 8_000)
    // Most of a binary file may be a hole of any size, so binary content after the shown lines only stops the count.
    const nul = chunk.indexOf(0)
    if (nul !== -1) {
      window.take(chunk.subarray(0, nul))
      isText = window.closed && !head.includes(0)
      break
    }
    window.take(chunk)
    ended = chunk.length < chunkBytes
    // Yields between chunks, which may arrive without a wait, so that other calls can run and a cancelled call ends.
    if (!ended) yield* Effect.yieldNow
  }
  const stopped = isText && !ended && !window.closed
  if (ended) window.end()
  else if (stopped) window.stop()
  const size = ended ? window.bytes : (yield* files.stat(path)).size

  const text = head === undefined || !isText ? undefined : textOf(window.text())
  if (text === undefined) return yield* notText(path, head, size)
  if (window.lines < start && start > 1) return yield* stopped ? tooFar(start, window, size) : pastTheEnd(window.lines)

  const startsWithMark = start === 1 && text.startsWith("\ufeff", numbered ? formatLineNumber(1).length : 0)
  const notes = readNotes({
    window,
    start,
    size,
    ended,
    stopped,
    maxBytes,
    maxLineBytes: lineLimit,
    alone,
    startsWithMark
  })
  return toolOutput({
    // Separate blocks, so that neither the file's text nor the notes can imitate the other.
    content: [text, notes ?? ""].filter((said) => said !== "").map((said) => ({ type: "text", text: said })),
    value: {
      start_line: start,
      end_line: window.last,
      size,
      lines_cut: window.cut.length,
      ...(ended ? { total_lines: window.lines } : {}),
      ...(window.next === undefined ? {} : { next_line: window.next })
    }
  })
})

/** The tool `read_file`, which returns the exact text of a workspace file, or a range of its lines. */
export const readFile = defineTool({
  name: "read_file",
  title: "Read a file",
  description:
    "Returns the text of a UTF-8 file of the workspace, or of the lines from start_line to end_line, exactly as it is " +
    "in the file, line ends included. A second block says, in brackets, when that is not all: which lines these are, how " +
    `many there are, and how to read on. One call returns at most ${usualMaxBytes} bytes, or fewer where results are bounded; a line of over ${maxLineBytes} bytes ` +
    "is cut unless it is asked for alone. Files that are not text are refused, saying what they look like.",
  parameters,
  output: Type.Object(
    {
      start_line: Type.Integer({ minimum: 1 }),
      end_line: Type.Integer({
        description: "The last line returned; start_line - 1 where there is none.",
        minimum: 0
      }),
      size: Type.Integer({ description: "The size of the whole file in bytes.", minimum: 0 }),
      lines_cut: Type.Integer({ description: "How many lines were too long to be returned whole.", minimum: 0 }),
      total_lines: Type.Optional(Type.Integer({ description: "Absent for a file too large to count.", minimum: 0 })),
      next_line: Type.Optional(
        Type.Integer({ description: "Where to read on, if the answer is incomplete.", minimum: 1 })
      )
    },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "r", within: "workspace" }),
  execute
})

const textOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const notText = (path: string, head: Uint8Array | undefined, size: number) => {
  const kind = fileKind(head ?? new Uint8Array())
  const looks = kind === undefined ? "is binary, or text in another encoding" : `looks like ${kind}`
  return new FileFailed("NotText", path, {
    message: `The file is not UTF-8 text and is not shown: it ${looks}, and has ${size} bytes.`
  })
}

const tooFar = (start: number, { lines, bytes }: LineWindow, size: number) =>
  new ToolValidationError({
    message: `The argument "start_line" is too large: a call reads the first ${bytes} of the file's ${size} bytes, and line ${start} is not among the ${lines} lines there. Use a command such as tail for the rest.`
  })

const pastTheEnd = (lines: number) =>
  new ToolValidationError({
    message:
      lines === 0
        ? 'The argument "start_line" is past the end: the file is empty.'
        : `The argument "start_line" is past the end: the file's last line is ${lines}.`
  })
