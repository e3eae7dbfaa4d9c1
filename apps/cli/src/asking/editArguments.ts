import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ReadStream } from "node:tty"
import { canonicalizeJson, type InvalidJson, readJson } from "@toolgate/core/json"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import type { ApprovalRequest } from "toolgate"
import type { Screen } from "../Screen.ts"
import type { Stop } from "../Stop.ts"
import { formatJsonText } from "../text/escapeForTerminal.ts"
import { escapedNote, formatDiff } from "../text/formatDiff.ts"
import { readTypedLine } from "./readTypedLine.ts"
import { runEditor } from "./runEditor.ts"

interface Editing {
  readonly request: ApprovalRequest
  /** Arguments from earlier edits. `undefined` means the call's arguments. */
  readonly args: ApprovalRequest["args"] | undefined
  readonly screen: Screen["Service"]
  readonly stop: Stop["Service"]
  readonly input: ReadStream
  readonly signal: AbortSignal
}

/**
 * Lets the person edit a call's arguments in an editor and shows the changes. Returns `undefined` for unchanged arguments. If the editor
 * fails or leaves the text unchanged or empty, nothing changes. The question stays open.
 */
export const editArguments = async (editing: Editing): Promise<ApprovalRequest["args"] | undefined> => {
  const { request, args: before = request.args, screen } = editing
  const written = await writtenArguments(before, editing)
  const isSame = (args: ApprovalRequest["args"]) => canonicalizeJson(written) === canonicalizeJson(args)
  if (typeof written === "string" || isSame(before)) {
    await notice(screen, typeof written === "string" ? written : "Nothing was changed.")
    return editing.args
  }
  if (isSame(request.args)) {
    await notice(screen, "These are the arguments of the call again.")
    return undefined
  }
  const [from, to] = [request.args, written].map((args) => `${formatJsonText(args)}\n`) as [string, string]
  const changes = formatDiff(from, to)
  const pieces = changes === undefined ? [{ text: to }] : changes.pieces
  const note = changes?.isEscaped === true ? [{ text: escapedNote }] : []
  await Effect.runPromise(screen.painted([{ text: "Your changes to the arguments:\n" }, ...pieces, ...note]))
  return written
}

const notice = (screen: Editing["screen"], text: string) => Effect.runPromise(screen.notice(`toolgate: ${text}\n`))

/** Returns the edited arguments, or the reason why there are none. */
const writtenArguments = async (
  args: ApprovalRequest["args"],
  { screen, stop, input, signal }: Editing
): Promise<ApprovalRequest["args"] | string> => {
  // A private folder, because the content of the file may be approved: no other user may read or replace it.
  const folder = mkdtempSync(join(tmpdir(), "toolgate-edit-"))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // The process may end as soon as the question is over.
  signal.addEventListener("abort", remove, { once: true })
  try {
    const file = join(folder, "arguments.json")
    writeFileSync(file, `${formatJsonText(args)}\n`, { mode: 0o600, flag: "wx" })
    for (;;) {
      const fault = await stop.leaveCtrlC(() => runEditor(file, signal))
      if (fault !== undefined) return `${fault} Nothing was changed.`
      const written = argumentsIn(file)
      if (typeof written !== "string") return written
      if (written === "") return "The text is empty. Nothing was changed."
      await notice(screen, written)
      const again = await readTypedLine(screen, input, "Edit it again? [Y/n] ", signal)
      if (again === undefined || !/^(?:y|yes)?$/i.test(again.trim())) return "Nothing was changed."
    }
  } finally {
    signal.removeEventListener("abort", remove)
    remove()
  }
}

/** Returns the arguments in a file, the problem of its text, or "" if it is empty. */
const argumentsIn = (file: string): ApprovalRequest["args"] | string => {
  const read = readTextFile(file, "text")
  if ("fault" in read) return `The text cannot be used: ${read.fault}.`
  if (read.text.trim() === "") return ""
  try {
    const value = readJson(read.text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as ApprovalRequest["args"])
      : "The text is not a JSON object, as arguments must be."
  } catch (cause) {
    return `The text cannot be read as JSON: ${(cause as InvalidJson).message}.`
  }
}
