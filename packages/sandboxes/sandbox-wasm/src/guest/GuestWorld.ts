import type { ErrorClass, FileMode } from "@toolgate/core"
import type { FileChange } from "../files/FileChange.ts"
import type { OpenFolder } from "../files/openFolders.ts"

/** The world of a WASI command: everything that it can see, as values. The command can reach nothing else. */
export interface CommandWorld extends GuestSources {
  readonly argv: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly stdin: Uint8Array
  /** Called with a copy of each write of the guest. An exception ends the guest and leaves `runCommand`. */
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
  /** The open folders, in the order of their descriptors, starting at 3. */
  readonly folders: ReadonlyArray<OpenFolder>
  /**
   * All existing files. Parents of an entry exist without being listed. Such a folder has the mode of the nearest
   * listed parent. Above all listed folders, the guest can only pass through, and sees only what leads to an entry.
   */
  readonly entries: ReadonlyArray<GuestEntry>
  /** Bytes of all files together. Beyond it, writes fail with ENOSPC. */
  readonly fileBytes: number
}

/** The sources of a guest's time and random numbers. See `GuestSources` of `@toolgate/core`. */
export interface GuestSources {
  readonly clock: "host" | number
  readonly random: "host" | number
}

/**
 * A granted file, with its absolute path. `mode`: what the guest may do with the entry and with the content of a
 * folder: make, replace, delete. `absent`: a missing entry that the guest may make. Changing an entry of mode `r` fails
 * with EROFS, and reading one of mode `w` with EACCES.
 */
export type GuestEntry =
  | { readonly kind: "file"; readonly path: string; readonly mode: FileMode; readonly bytes: Uint8Array }
  | { readonly kind: "directory"; readonly path: string; readonly mode: FileMode }
  | { readonly kind: "link"; readonly path: string; readonly mode: FileMode; readonly target: string }
  | { readonly kind: "absent"; readonly path: string; readonly mode: FileMode }

/**
 * The end of a command that ended by itself, and the differences from `entries`: parents before their content,
 * deletions last, and a deleted folder after its content. A change covers everything at its path: replacing a folder
 * replaces its content too, which is not reported separately.
 */
export interface CommandEnded {
  readonly ended: GuestEnd
  readonly changes: ReadonlyArray<FileChange>
  /** The final size of the linear memory. */
  readonly memoryBytes: number
}

export type GuestEnd =
  | { readonly kind: "exit"; readonly status: number }
  /** A trap. The message is the engine's. */
  | { readonly kind: "trap"; readonly message: string }
  | { readonly kind: "stack" }

/** A range of characters in a text. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** The world of a script. */
export interface ScriptWorld extends GuestSources {
  /** The arguments, as JSON text. */
  readonly args: string
  /** The export to call. */
  readonly export: string
  /** The settings, as JSON text. */
  readonly settings: string
  /** Called with each line that the script logs. */
  readonly log: (line: string) => void
  /** The calls of other tools. Absent if the script may not make any. */
  readonly calls: ScriptCalls | undefined
  readonly memoryBytes: number
  /** The limit on the result, in characters of JSON. */
  readonly outputBytes: number
}

export interface ScriptCalls {
  /** Sends a call with arguments as JSON text. Returns its number, or why it is refused. */
  readonly send: (tool: string, args: string) => number | CallRefusal
  /** Waits for the next answer to any call. */
  readonly answer: () => ScriptAnswer
}

/** The reason why a script's call is refused, as the members of the script's error. */
export interface CallRefusal {
  readonly message: string
  readonly status: "invalid" | "denied"
  readonly errorClass: ErrorClass
  readonly executed: "no"
}

/**
 * The answer to a call. `value`: JSON text. `error`: why there is no value. `members`: further members of the error, as
 * JSON text.
 */
export type ScriptAnswer = { readonly call: number } & (
  | { readonly value: string }
  | { readonly error: string; readonly members: string }
)

export type ScriptEnd =
  /** The value as JSON text, or `undefined` if the script returned nothing. */
  | { readonly kind: "value"; readonly json: string | undefined }
  /** The script threw. The text comes from the guest and is untrusted. */
  | { readonly kind: "threw"; readonly message: string }
  /** A promise was rejected without a handler. The text comes from the guest. */
  | { readonly kind: "uncaught"; readonly message: string }
  /** The source is not a script. The message gives the position and the reason. */
  | { readonly kind: "invalid"; readonly message: string }
  /** The source nests too deep for the engine. */
  | { readonly kind: "nested" }
  /** Stripping the types failed, and this process cannot strip types any more. */
  | { readonly kind: "unstripped"; readonly because: "nested" | "unknown" }
  /** The script waits for a promise that nothing can settle. */
  | { readonly kind: "unsettled" }
  | { readonly kind: "memory" }
  | { readonly kind: "stack" }
  | { readonly kind: "tooLarge"; readonly characters: number }
  | { readonly kind: "notJson"; readonly message: string }
