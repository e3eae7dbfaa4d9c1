import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"
import { resolve } from "node:path"
import { structuredPatch } from "diff"
import type { ApprovalRequest } from "toolgate"
import type { Piece } from "./Screen.ts"
import { visibleText } from "./terminalText.ts"

/**
 * What a call would make of a file, as a diff: a call of one of the tools of this command line that write texts. `undefined` where
 * it cannot be shown whole, so that its arguments are shown as they are.
 */
export const changePreview = (
  { toolName, args }: Pick<ApprovalRequest, "toolName" | "args">,
  workspace: string
): ReadonlyArray<Piece> | undefined => {
  const { path } = args
  const change = changes.get(toolName)
  if (change === undefined || typeof path !== "string") return undefined
  const before = textAt(resolve(workspace, path))
  if (before === "unreadable") return undefined
  const after = change(before ?? "", args)
  return after === undefined ? undefined : diffOf(before, after)
}

type Change = (before: string, args: ApprovalRequest["args"]) => string | undefined

const write: Change = (before, { content, append }) =>
  typeof content === "string" ? (append === true ? before + content : content) : undefined

const patch: Change = (before, { old_text: from, new_text: to }) => {
  if (typeof from !== "string" || typeof to !== "string" || from === "") return undefined
  const inCrlf = before.includes("\r\n") && !`${from}${to}`.includes("\r")
  const [old, replacement] = inCrlf ? [from, to].map((text) => text.replaceAll("\n", "\r\n")) : [from, to]
  const parts = before.split(old ?? from)
  // Anything but one place is refused when it runs, and its arguments say why.
  return parts.length === 2 ? parts.join(replacement ?? to) : undefined
}

const changes: ReadonlyMap<string, Change> = new Map([
  ["write_file", write],
  ["Write", write],
  ["patch_file", patch]
])

const diffOf = (before: string | undefined, after: string): ReadonlyArray<Piece> | undefined => {
  if (before === after) return [{ text: "It would leave the file as it is.\n" }]
  const found = structuredPatch("", "", before ?? "", after, "", "", { context: 3, maxEditLength: mostEdits })
  if (found === undefined) return undefined
  const lines = found.hunks.flatMap(({ oldStart, newStart, lines }) => [
    ...(before === undefined ? [] : [`@@ line ${oldStart}${oldStart === newStart ? "" : `, now ${newStart}`} @@`]),
    ...lines
  ])
  const pieces = lines.map((line) => ({ text: `  ${visibleText(line)}\n`, ...styleOf(line) }))
  const shown = pieces.reduce((length, { text }) => length + text.length, 0)
  if (shown > mostShown) return undefined
  const isEscaped = pieces.some(({ text }, at) => text !== `  ${lines[at]}\n`)
  return [
    {
      text: before === undefined ? "It would create the file:\n" : "It would change the file:\n"
    },
    ...pieces,
    ...(isEscaped ? [{ text: "What cannot be seen in it is written as \\uXXXX.\n" }] : [])
  ]
}

const styleOf = (line: string): Pick<Piece, "style"> => {
  if (line.startsWith("+")) return { style: "green" }
  if (line.startsWith("-")) return { style: "red" }
  return line.startsWith(" ") ? {} : { style: "dim" }
}

/** As many lines may differ, which bounds the time that comparing takes. */
const mostEdits = 2000

/** In characters (UTF-16 code units), as much as a question shows of arguments. */
const mostShown = 64 * 1024

/** In bytes: a longer file is not compared. */
const longestFile = 256 * 1024

/** The text of a file, `undefined` where there is none. A pipe or a device is not waited for. */
const textAt = (path: string): string | undefined | "unreadable" => {
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      if (!fstatSync(fd).isFile()) return "unreadable"
      const bytes = Buffer.alloc(longestFile + 1)
      const length = readSync(fd, bytes, 0, bytes.length, 0)
      if (length > longestFile) return "unreadable"
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length))
    } finally {
      closeSync(fd)
    }
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "ENOENT" ? undefined : "unreadable"
  }
}
