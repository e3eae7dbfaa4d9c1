import type { CopiedEntry } from "../files/CopiedFiles.ts"
import type { OpenFolder } from "../files/openFolders.ts"
import type { GuestSources, TextRange } from "../guest/GuestWorld.ts"

/** A message to a process. Only this package writes it, and the process believes it as it stands. */
export type ParentFrame =
  | HoldFrame
  | SourceFrame
  /** Makes the script engine ready for a script with this much memory. */
  | { readonly type: "engine"; readonly memoryBytes: number }
  /** Asks for a `ready` when everything that was sent before has been done. */
  | { readonly type: "sync" }
  | AdmitFrame
  | CheckFrame
  | FilesFrame
  | CommandFrame
  | ScriptFrame
  | AnswerFrame

/**
 * The answer to a `call`. The body is JSON text if the answer is `ok`, and the reason for the failure otherwise. `members`: further
 * members of the error, as JSON text.
 */
export type AnswerFrame = { readonly type: "answer"; readonly call: number } & (
  | { readonly ok: true }
  | { readonly ok: false; readonly members: string }
)

/** Compiles a module and keeps it under a number. Other guests may have to make room for it. The body is the module. */
export interface HoldFrame {
  readonly type: "hold"
  readonly guest: number
  readonly drop: ReadonlyArray<number>
}

/** Keeps a script under a number, without its types. The body is the source. */
export interface SourceFrame {
  readonly type: "source"
  readonly guest: number
  readonly drop: ReadonlyArray<number>
  readonly isTypeScript: boolean
}

/** Asks for a check of a module, answered with `admitted` or `refused`. The body is the module. */
export interface AdmitFrame {
  readonly type: "admit"
  readonly bounds: { readonly memoryPages: number; readonly tableEntries: number; readonly moduleBytes: number }
}

/**
 * Asks whether a script compiles and has an export, without running it, answered with `admitted` or `refused`. The body
 * is the source.
 */
export interface CheckFrame {
  readonly type: "check"
  readonly export: string
  readonly isTypeScript: boolean
  readonly memoryBytes: number
}

/** The files of the command that follows. The body is the contents of the files among the entries. */
interface FilesFrame {
  readonly type: "files"
  readonly entries: ReadonlyArray<CopiedEntry>
}

/** Runs a command. The body is its standard input. */
export interface CommandFrame extends GuestSources {
  readonly type: "command"
  readonly guest: number
  readonly argv: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly folders: ReadonlyArray<OpenFolder>
  readonly fileBytes: number
  readonly outputBytes: number
  /** Whether output is sent as it comes, or together with the end. */
  readonly live: boolean
}

/**
 * Runs a script: one that the process keeps under a number, and the body is its arguments; or the body itself, which gets no arguments,
 * and whose errors name places in this range.
 */
export interface ScriptFrame extends GuestSources {
  readonly type: "script"
  readonly guest: number | TextRange
  readonly export: string
  /** The settings, as JSON text. */
  readonly settings: string
  /** The number of calls of other tools that the script may make. `argsBytes` bounds the arguments of such a call. */
  readonly calls: number
  /** The number of requests that it may make to its broker beside its calls. */
  readonly requests: number
  readonly argsBytes: number
  readonly memoryBytes: number
  readonly outputBytes: number
}
