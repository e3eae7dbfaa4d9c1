import { join } from "node:path"
import {
  type FileAccess,
  type FileEntry,
  type FileFailed,
  type FileMode,
  type Files,
  type Gated,
  type Refused,
  refuse
} from "@toolgate/core"
import { coversPath, getGrantedMode } from "@toolgate/core/access"
import * as Effect from "effect/Effect"
import type { CopiedEntry, CopiedFiles } from "./CopiedFiles.ts"
import type { FileBounds } from "./FileBounds.ts"

interface CopyingIn {
  /** The tool's name, for refusals. */
  readonly tool: string
  /** The files of the call, opened with the access. */
  readonly files: Files
  readonly access: ReadonlyArray<FileAccess>
  /** Absolute paths. Their granted content is copied. */
  readonly starts: ReadonlyArray<string>
  readonly bounds: FileBounds
}

/**
 * Reads the granted files for a guest. All reads go through the call's `Files`, which apply its exceptions and roots:
 * an unreadable file does not exist for the guest.
 *
 * Refuses with `LimitExceeded` if the copies exceed the limits. Refuses with `ToolFailed` if a granted file cannot be
 * read, because the guest could overwrite it unknowingly.
 */
export const copyIn = ({ tool, files, access, starts, bounds }: CopyingIn): Gated<CopiedFiles> =>
  Effect.gen(function* () {
    const entries = new Map<string, CopiedEntry>()
    const contents: Array<Uint8Array> = []
    let left = bounds.bytes

    const add = (entry: CopiedEntry): Effect.Effect<void, Refused> => {
      entries.set(entry.path, entry)
      return entries.size > bounds.entries ? tooMany(tool, `${bounds.entries} files and folders`) : Effect.void
    }

    const toVisit: Array<string> = starts.toReversed()
    for (let path = toVisit.pop(); path !== undefined; path = toVisit.pop()) {
      if (entries.has(path)) continue
      // The call's `Files` apply the exceptions.
      const mode = getGrantedMode(access, path)
      if (mode === "") continue
      const place = { path, mode }
      if (mode === "w") {
        // An unreadable file may still be made or overwritten.
        yield* add({ ...place, kind: isTree(access, path) ? "directory" : "absent" })
        continue
      }
      const stat = yield* orReason(files.stat(path))
      if (typeof stat === "string") {
        if (stat === "NotFound" || stat === "NotADirectory") yield* add({ ...place, kind: "absent" })
        else yield* hiddenOrFault(tool, stat)
      } else if (stat.kind === "directory") {
        const listed = isTree(access, path) ? yield* orReason(files.list(path)) : []
        if (typeof listed === "string") {
          yield* hiddenOrFault(tool, listed)
          continue
        }
        yield* add({ ...place, kind: "directory" })
        for (const child of listed.toReversed()) {
          const at = join(path, child.name)
          if (child.kind === "link") yield* add(linkEntry(at, mode, child))
          else if (child.kind !== "other") toVisit.push(at)
        }
      } else if (stat.kind === "file") {
        if (stat.size > left) yield* tooMany(tool, inBytes(bounds.bytes))
        const bytes = yield* orReason(files.readBytes(path))
        if (typeof bytes === "string") {
          yield* hiddenOrFault(tool, bytes)
          continue
        }
        left -= bytes.length
        if (left < 0) yield* tooMany(tool, inBytes(bounds.bytes))
        contents.push(bytes)
        yield* add({ ...place, kind: "file", size: bytes.length })
      }
    }
    return { entries: [...entries.values()], contents }
  })

const orReason = <A>(operation: Effect.Effect<A, FileFailed>): Effect.Effect<A | FileFailed["reason"]> =>
  Effect.catch(operation, (failed) => Effect.succeed(failed.reason))

/**
 * Returns normally if the entry is hidden from the call, and so does not exist for the guest. Refuses for any other
 * unreadable entry, because the guest could overwrite it unknowingly.
 */
const hiddenOrFault = (tool: string, reason: FileFailed["reason"]): Gated<void> =>
  hidden.has(reason)
    ? Effect.void
    : refuse("ToolFailed", `Cannot copy a file that tool "${tool}" was granted: ${faults[reason] ?? reason}.`)

const hidden: ReadonlySet<FileFailed["reason"]> = new Set(["Denied", "NotFound", "NotADirectory", "NotAFile"])

const faults: Partial<Record<FileFailed["reason"], string>> = {
  TooLarge: "it is too large to be read whole",
  KeptChanging: "it kept changing",
  NotPermitted: "the operating system refused",
  BadName: "its name is not Unicode",
  TooManyLinks: "it is behind too many links",
  Io: "the file system reported an error"
}

const linkEntry = (path: string, mode: FileMode, { target = "" }: FileEntry): CopiedEntry => ({
  kind: "link",
  path,
  mode,
  target
})

const isTree = (access: ReadonlyArray<FileAccess>, path: string) =>
  access.some((entry) => entry.scope === "tree" && coversPath(entry, path))

const tooMany = (tool: string, bound: string): Gated<never> =>
  refuse("LimitExceeded", `The files granted to tool "${tool}" exceed the limit of ${bound}; grant fewer.`)

const inBytes = (bytes: number): string =>
  bytes > 0 && bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${bytes} bytes`
