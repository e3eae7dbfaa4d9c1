import type { ErrorClass, FileMode } from "@toolgate/core"
import type { FileChange } from "../files/FileChange.ts"
import type { OpenFolder } from "../files/openFolders.ts"

/**
 * The world of a run of a WASI command: everything that the command can ever see, as values. The command can reach
 * nothing else.
 */
export interface CommandWorld extends GuestSources {
  readonly argv: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly stdin: Uint8Array
  /**
   * Called with a copy of what the guest writes, as it writes. An exception ends the guest, and leaves `runCommand`.
   */
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
  /** The folders that are open from the beginning, in this order, from descriptor 3 on. */
  readonly folders: ReadonlyArray<OpenFolder>
  /**
   * All files that exist. Folders above an entry exist without being listed. Such a folder has the mode of the listed
   * folder that it is in. Above all listed folders, the guest can pass through it but not change it, and sees only what
   * leads to an entry.
   */
  readonly entries: ReadonlyArray<GuestEntry>
  /** The most bytes of all files together. What would exceed it is refused with ENOSPC. */
  readonly fileBytes: number
}

/** The sources of a guest's time and of its random numbers. See `GuestSources` of `@toolgate/core`. */
export interface GuestSources {
  readonly clock: "host" | number
  readonly random: "host" | number
}

/**
 * A file of the call's grant, by its absolute path. `mode` says what the guest may do with the entry and, for a folder,
 * with what is in it: make, replace, delete. `absent`: nothing is there, and the guest may make something. For the
 * guest, changing an entry of mode `r` is EROFS, and reading one of mode `w` is EACCES.
 */
export type GuestEntry =
  | { readonly kind: "file"; readonly path: string; readonly mode: FileMode; readonly bytes: Uint8Array }
  | { readonly kind: "directory"; readonly path: string; readonly mode: FileMode }
  | { readonly kind: "link"; readonly path: string; readonly mode: FileMode; readonly target: string }
  | { readonly kind: "absent"; readonly path: string; readonly mode: FileMode }

/**
 * The end of a command by itself, and the differences from `entries`: parents before what they hold, deletions last,
 * and a deleted folder after its content. A change stands for everything at its path: what replaces a folder replaces
 * its content too, and nothing else is reported about that content.
 */
export interface CommandEnded {
  readonly ended: GuestEnd
  readonly changes: ReadonlyArray<FileChange>
  /** The size of the linear memory at the end. */
  readonly memoryBytes: number
}

export type GuestEnd =
  | { readonly kind: "exit"; readonly status: number }
  /** The engine stopped the guest. The message is the engine's own. */
  | { readonly kind: "trap"; readonly message: string }
  | { readonly kind: "stack" }

/** A range of a text, in characters. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** The world of a run of a script. */
export interface ScriptWorld extends GuestSources {
  /** The arguments, as JSON text. */
  readonly args: string
  /** The name of the export that is called. */
  readonly export: string
  /** The settings of the script, as JSON text. */
  readonly settings: string
  /** Called with each line that the script logs. */
  readonly log: (line: string) => void
  /** The calls of other tools. Absent if the script may make none. */
  readonly calls: ScriptCalls | undefined
  readonly memoryBytes: number
  /** The most characters of JSON that the result may have. */
  readonly outputBytes: number
}

export interface ScriptCalls {
  /** Sends a call, whose arguments are JSON text. Returns the number of the call, or why it is not made. */
  readonly send: (tool: string, args: string) => number | CallRefusal
  /** Waits for the next answer to any of the calls. */
  readonly answer: () => ScriptAnswer
}

/** The reason why a call of a script is not made, as the members of the script's error. */
export interface CallRefusal {
  readonly message: string
  readonly status: "invalid" | "denied"
  readonly errorClass: ErrorClass
  readonly executed: "no"
}

/**
 * The answer to a call. `value`: JSON text. `error`: the reason why there is no value. `members`: further members of the error, as JSON
 * text.
 */
export type ScriptAnswer = { readonly call: number } & (
  | { readonly value: string }
  | { readonly error: string; readonly members: string }
)

export type ScriptEnd =
  /** The value as JSON text, or `undefined` if the script returned nothing. */
  | { readonly kind: "value"; readonly json: string | undefined }
  /** The script threw. The text is the guest's own, and not to be trusted. */
  | { readonly kind: "threw"; readonly message: string }
  /** A promise was rejected, and nothing ever handled it. The text is the guest's own. */
  | { readonly kind: "uncaught"; readonly message: string }
  /** The source is not a script. The message names the place and the reason. */
  | { readonly kind: "invalid"; readonly message: string }
  /** The source nests deeper than the engine compiles. */
  | { readonly kind: "nested" }
  /** Stripping the types of the source failed in a way after which this process can strip no more. */
  | { readonly kind: "unstripped"; readonly because: "nested" | "unknown" }
  /** The script waits for a promise that nothing is left to settle. */
  | { readonly kind: "unsettled" }
  | { readonly kind: "memory" }
  | { readonly kind: "stack" }
  | { readonly kind: "tooLarge"; readonly characters: number }
  | { readonly kind: "notJson"; readonly message: string }
