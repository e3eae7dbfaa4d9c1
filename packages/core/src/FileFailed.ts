import type { ErrorClass, Refused } from "./Refused.ts"
import { refused } from "./Refused.ts"
import { ToolError } from "./ToolError.ts"

/** The failure reasons with their messages. Messages contain no paths, because paths are argument values. */
const reasons = {
  Denied: "The path is outside the files that this call may use.",
  NotFound: "Nothing exists at the path.",
  Exists: "The path already exists.",
  NotAFile: "The path does not lead to a regular file.",
  NotADirectory: "The path does not lead to a directory.",
  NotEmpty: "The directory is not empty.",
  BadName: "The path is not a valid file name: it is empty, too long, holds a NUL byte, or is not well-formed Unicode.",
  TooManyLinks: "The path leads through more than 40 links.",
  KeptChanging: "The file kept changing; try again.",
  TooLarge: "The file is too large to read at once; read a part of it.",
  NotText: "The file is not UTF-8 text.",
  NoMatch: "The text to replace was not found in the file.",
  ManyMatches: "The text to replace occurs more than once in the file; include more of the surrounding text.",
  NotPermitted: "The operating system does not permit this.",
  ReadOnly: "The file system is read-only.",
  NoSpace: "There is no space left on the file system.",
  Io: "The file system reported an error."
} as const

/** The reason why a file operation failed. */
export type FileFailedReason = keyof typeof reasons

/**
 * A file operation failed or was only partly done.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool, Type } from "toolgate"
 * import { FileFailed } from "toolgate/effect"
 *
 * const readNote = defineTool({
 *   name: "read_note",
 *   description: "Reads a note.",
 *   parameters: Type.Object({ path: Type.String() }),
 *   sideEffects: "READ",
 *   resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }],
 *   execute: async ({ path }, { files }) => {
 *     const cause = await files.read(path).then(
 *       () => undefined,
 *       (error: unknown) => error
 *     )
 *     return { isMissing: cause instanceof FileFailed && cause.reason === "NotFound" }
 *   }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [readNote] })
 * const { output } = await gate.dispatch({ id: "1", tool: "read_note", args: { path: "no-such-note.txt" } })
 * assert.deepEqual(output.value, { isMissing: true })
 * ```
 */
export class FileFailed extends ToolError {
  override readonly name = "FileFailed"
  readonly reason: FileFailedReason
  /** The path from the caller, for programs. The message never contains it. */
  readonly path: string

  constructor(
    reason: FileFailedReason,
    path: string,
    /** `executed: "no"`: the failed operation was the first of the call, so the call had no effect. */
    more: { readonly message?: string; readonly cause?: unknown; readonly executed?: "no" } = {}
  ) {
    super({ ...more, message: more.message ?? reasons[reason] })
    this.reason = reason
    this.path = path
  }

  get errorClass(): ErrorClass {
    return this.reason === "Denied" ? "permission_denied" : "execution_error"
  }

  override refused(): Refused {
    const raised = super.refused()
    return this.reason === "Denied" ? refused("FileDenied", raised.message, raised.details) : raised
  }
}
