import type { CopiedEntry, OpenFolder } from "@toolgate/guest-files"
import type { GuestSources } from "../guest/GuestWorld.ts"

/** What a process is told. It is written by this package alone, and believed as it stands. */
export type ParentFrame =
  | HoldFrame
  | SourceFrame
  /** Makes the script engine ready for a script with this much memory. */
  | { readonly type: "engine"; readonly memoryBytes: number }
  /** Answered with `ready`, when all that was sent before has been done. */
  | { readonly type: "sync" }
  | AdmitFrame
  | CheckFrame
  | FilesFrame
  | CommandFrame
  | ScriptFrame
  /** The answer to a `call`. Body: JSON text if it is `ok`, otherwise why there is none. */
  | { readonly type: "answer"; readonly call: number; readonly ok: boolean }

/** Compiles a module and keeps it under a number; other guests may have to make place for it. Body: the module. */
export interface HoldFrame {
  readonly type: "hold"
  readonly guest: number
  readonly drop: ReadonlyArray<number>
}

/** Keeps a script under a number, without its types. Body: the source. */
export interface SourceFrame {
  readonly type: "source"
  readonly guest: number
  readonly drop: ReadonlyArray<number>
  readonly isTypeScript: boolean
}

/** Answered with `admitted` or `refused`. Body: the module. */
export interface AdmitFrame {
  readonly type: "admit"
  readonly bounds: { readonly memoryPages: number; readonly tableEntries: number; readonly moduleBytes: number }
}

/** Whether a script compiles, which runs none of it: answered with `admitted` or `refused`. Body: the source. */
export interface CheckFrame {
  readonly type: "check"
  readonly isTypeScript: boolean
  readonly memoryBytes: number
}

/** The files of the command that comes next. Body: the contents of the files among the entries. */
interface FilesFrame {
  readonly type: "files"
  readonly entries: ReadonlyArray<CopiedEntry>
}

/** Body: standard input. */
export interface CommandFrame extends GuestSources {
  readonly type: "command"
  readonly guest: number
  readonly argv: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly folders: ReadonlyArray<OpenFolder>
  readonly fileBytes: number
  readonly outputBytes: number
  /** Whether what it prints is sent as it comes, or with how it ended. */
  readonly live: boolean
}

/** Body: the arguments. */
export interface ScriptFrame extends GuestSources {
  readonly type: "script"
  readonly guest: number
  /** How many calls of other tools it may make, and how long their arguments may be. */
  readonly calls: number
  readonly argsBytes: number
  readonly memoryBytes: number
  readonly outputBytes: number
}
