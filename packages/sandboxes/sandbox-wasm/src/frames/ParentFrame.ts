import type { CopiedEntry } from "../files/CopiedFiles.ts"
import type { OpenFolder } from "../files/openFolders.ts"
import type { GuestSources, TextRange } from "../guest/GuestWorld.ts"

/** A message to a process. Only this package sends it, and the process trusts it. */
export type ParentFrame =
  | HoldFrame
  | SourceFrame
  /** Prepares the script engine for a script with this memory limit. */
  | { readonly type: "engine"; readonly memoryBytes: number }
  /** Asks for `ready` after all earlier messages are done. */
  | { readonly type: "sync" }
  | AdmitFrame
  | CheckFrame
  | FilesFrame
  | CommandFrame
  | ScriptFrame
  | AnswerFrame

/**
 * The answer to a `call`. The body is JSON text if the answer is `ok`, and otherwise the reason for the failure.
 * `members`: further members of the error, as JSON text.
 */
export type AnswerFrame = { readonly type: "answer"; readonly call: number } & (
  | { readonly ok: true }
  | { readonly ok: false; readonly members: string }
)

/** Compiles a module and caches it under an id. Other guests may be evicted. The body is the module. */
export interface HoldFrame {
  readonly type: "hold"
  readonly guest: number
  readonly drop: ReadonlyArray<number>
}

/** Caches a script under an id, without its types. The body is the source. */
export interface SourceFrame {
  readonly type: "source"
  readonly guest: number
  readonly drop: ReadonlyArray<number>
  readonly isTypeScript: boolean
}

/** Asks to check a module. The answer is `admitted` or `refused`. The body is the module. */
export interface AdmitFrame {
  readonly type: "admit"
  readonly bounds: { readonly memoryPages: number; readonly tableEntries: number; readonly moduleBytes: number }
}

/**
 * Asks whether a script compiles and has an export, without running it. The answer is `admitted` or `refused`. The body
 * is the source.
 */
export interface CheckFrame {
  readonly type: "check"
  readonly export: string
  readonly isTypeScript: boolean
  readonly memoryBytes: number
}

/** The files of the next command. The body is the contents of the files among the entries. */
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
  /** Whether to stream the output, or to send it at the end. */
  readonly live: boolean
}

/**
 * Runs a script. Either the script is cached under an id, and the body is its arguments; or the body is the script,
 * which gets no arguments, and errors refer to positions in this range.
 */
export interface ScriptFrame extends GuestSources {
  readonly type: "script"
  readonly guest: number | TextRange
  readonly export: string
  /** The settings, as JSON text. */
  readonly settings: string
  /** The limit on the script's tool calls. `argsBytes`: the limit on a call's arguments. */
  readonly calls: number
  /** The limit on the script's requests to its broker, in addition to its calls. */
  readonly requests: number
  readonly argsBytes: number
  readonly memoryBytes: number
  readonly outputBytes: number
}
