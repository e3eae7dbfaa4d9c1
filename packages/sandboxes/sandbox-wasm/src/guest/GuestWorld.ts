import type { FileMode } from "@toolgate/core"
import type { FileChange, OpenFolder } from "@toolgate/guest-files"

/** What a run of a WASI command finds: everything it can ever see, as values. It has no other way to anything. */
export interface CommandWorld extends GuestSources {
  readonly argv: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly stdin: Uint8Array
  /** Called with a copy of what the guest writes, as it writes. What it throws ends the guest, and leaves `runCommand`. */
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
  /** The folders it finds open, in this order, from descriptor 3 on. */
  readonly folders: ReadonlyArray<OpenFolder>
  /**
   * All files there are. Folders above an entry exist without being listed: in a listed folder they are as that one, above all
   * of them they can be passed and not changed, and show no more than what leads to an entry.
   */
  readonly entries: ReadonlyArray<GuestEntry>
  /** Bytes that all files together may come to. What would pass it is refused with ENOSPC. */
  readonly fileBytes: number
}

/** Where a guest takes time and chance from; see `GuestSources` of `@toolgate/core`. */
export interface GuestSources {
  readonly clock: "host" | number
  readonly random: "host" | number
}

/**
 * A file of the call's grant, by its absolute path. `mode` says what the guest may do with it, and with a folder also what it
 * may do to what is in it: make, replace, delete. `absent`: not there, and may be made. To the guest, changing what is `r` is EROFS,
 * and reading what is `w` is EACCES.
 */
export type GuestEntry =
  | { readonly kind: "file"; readonly path: string; readonly mode: FileMode; readonly bytes: Uint8Array }
  | { readonly kind: "directory"; readonly path: string; readonly mode: FileMode }
  | { readonly kind: "link"; readonly path: string; readonly mode: FileMode; readonly target: string }
  | { readonly kind: "absent"; readonly path: string; readonly mode: FileMode }

/**
 * How a command ended by itself, and what is different from `entries` now, parents before what they hold, deletions last and
 * what a folder held before the folder. A change stands for all that was at its path: what replaces a folder replaces what was in
 * it, of which nothing else is told.
 */
export interface CommandEnded {
  readonly ended: GuestEnd
  readonly changes: ReadonlyArray<FileChange>
  /** Linear memory at its end. */
  readonly memoryBytes: number
}

export type GuestEnd =
  | { readonly kind: "exit"; readonly status: number }
  /** The engine stopped it: the message is the engine's own. */
  | { readonly kind: "trap"; readonly message: string }
  | { readonly kind: "stack" }

/** What a run of a script is given. */
export interface ScriptWorld extends GuestSources {
  /** JSON text. */
  readonly args: string
  /** What it logs, a line at a time. */
  readonly log: (line: string) => void
  /** Absent where the script may make no calls. */
  readonly calls: ScriptCalls | undefined
  readonly memoryBytes: number
  /** Characters of JSON that the result may have. */
  readonly outputBytes: number
}

export interface ScriptCalls {
  /** Sends a call, whose arguments are JSON text. Returns its number, or why it is not made. */
  readonly send: (tool: string, args: string) => number | { readonly refused: string }
  /** Waits for the next answer to any of the calls. */
  readonly answer: () => ScriptAnswer
}

/** `value`: JSON text. `error`: why there is none. */
export type ScriptAnswer = { readonly call: number } & ({ readonly value: string } | { readonly error: string })

export type ScriptEnd =
  /** JSON text; `undefined` where the script returned nothing. */
  | { readonly kind: "value"; readonly json: string | undefined }
  /** It threw. The text is the guest's own, and not to be trusted. */
  | { readonly kind: "threw"; readonly message: string }
  /** A promise was rejected, and nothing ever looked at it. The text is the guest's own. */
  | { readonly kind: "uncaught"; readonly message: string }
  /** The source is none: position and reason. */
  | { readonly kind: "invalid"; readonly message: string }
  /** The source nests deeper than the engine compiles. */
  | { readonly kind: "nested" }
  /** What strips types failed on the source. It strips none in this process any more. */
  | { readonly kind: "unstripped"; readonly because: "nested" | "unknown" }
  /** It waits for a promise that nothing is left to settle. */
  | { readonly kind: "unsettled" }
  | { readonly kind: "memory" }
  | { readonly kind: "stack" }
  | { readonly kind: "tooLarge"; readonly characters: number }
  | { readonly kind: "notJson"; readonly message: string }
