import type { GuestFolder, GuestMode, GuestSources } from "../guest/GuestWorld.ts"

/** What a process is told. It is written by this package alone, and believed as it stands. */
export type ParentFrame =
  | HoldFrame
  /** Makes the script engine ready for a script with this much memory. */
  | { readonly type: "engine"; readonly memoryBytes: number }
  /** Answered with `ready`, when all that was sent before has been done. */
  | { readonly type: "sync" }
  | AdmitFrame
  | CheckFrame
  | CommandFrame
  | ScriptFrame
  /** The answer to a `call`. Body: JSON text if it is `ok`, otherwise why there is none. */
  | { readonly type: "answer"; readonly call: number; readonly ok: boolean }

/** Compiles a module and keeps it under a number; another one may have to make place for it. Body: the module. */
export interface HoldFrame {
  readonly type: "hold"
  readonly module: number
  readonly drop?: number
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

/** Body: standard input, then the files among the entries. */
export interface CommandFrame extends GuestSources {
  readonly type: "command"
  readonly module: number
  readonly argv: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly stdin: number
  readonly folders: ReadonlyArray<GuestFolder>
  readonly entries: ReadonlyArray<SentEntry>
  readonly fileBytes: number
  readonly outputBytes: number
  /** Whether what it prints is sent as it comes, or with how it ended. */
  readonly live: boolean
}

/** An entry, and how much of the body is its content. */
export type SentEntry = { readonly path: string; readonly mode: GuestMode } & (
  | { readonly kind: "file"; readonly size: number }
  | { readonly kind: "directory" | "absent" }
  | { readonly kind: "link"; readonly target: string }
)

/** Body: the source, then the arguments. */
export interface ScriptFrame extends GuestSources {
  readonly type: "script"
  readonly source: number
  readonly isTypeScript: boolean
  readonly calls: boolean
  readonly memoryBytes: number
  readonly outputBytes: number
}
