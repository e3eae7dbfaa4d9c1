import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"
import { resolve } from "node:path"
import type { ApprovalRequest } from "toolgate"
import type { StyledText } from "../Screen.ts"
import { escapedNote, formatDiff } from "../text/formatDiff.ts"

/**
 * Returns a diff of the change that a call of a built-in writing tool would make. `undefined` if it cannot be shown completely; the
 * arguments are shown instead.
 */
export const changePreview = (
  { toolName, args }: Pick<ApprovalRequest, "toolName" | "args">,
  workspace: string
): ReadonlyArray<StyledText> | undefined => {
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
  // A patch must match exactly once. Otherwise the tool refuses the call, and the arguments show why.
  return parts.length === 2 ? parts.join(replacement ?? to) : undefined
}

const changes: ReadonlyMap<string, Change> = new Map([
  ["write_file", write],
  ["Write", write],
  ["patch_file", patch]
])

const diffOf = (before: string | undefined, after: string): ReadonlyArray<StyledText> | undefined => {
  if (before === after) return [{ text: "The call would not change the file.\n" }]
  const diff = formatDiff(before, after)
  if (diff === undefined) return undefined
  const shown = diff.pieces.reduce((length, { text }) => length + text.length, 0)
  if (shown > mostShown) return undefined
  return [
    {
      text: before === undefined ? "The call would create the file:\n" : "The call would change the file:\n"
    },
    ...diff.pieces,
    ...(diff.isEscaped ? [{ text: escapedNote }] : [])
  ]
}

/** Largest diff that is shown, in UTF-16 units. The arguments have the same limit. */
const mostShown = 64 * 1024

/** The largest size of a compared file, in bytes. */
const longestFile = 256 * 1024

/** Returns the text of a file. `undefined` if it does not exist. Never blocks on a pipe or a device. */
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
