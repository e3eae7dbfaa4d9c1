import { dirname, relative } from "node:path"
import { type FileFailed, type Files, type Refused, refused } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import * as Effect from "effect/Effect"
import { putOnOneLine } from "../endings.ts"
import type { CopiedEntry } from "./CopiedFiles.ts"
import type { FileChange } from "./FileChange.ts"

/** A guest's changes, and the files to write them to. */
interface WritingBack {
  /** The tool's name, for refusals. */
  readonly tool: string
  readonly files: Files
  /** In order: parents before their content, deletions last, and a deleted folder after its content. */
  readonly changes: ReadonlyArray<FileChange>
  /** The entries at the guest's start. */
  readonly given: ReadonlyArray<CopiedEntry>
  readonly workspace: string
}

interface WrittenBack {
  /** Changed paths, relative to the workspace. */
  readonly modified: ReadonlyArray<string>
  readonly error: Refused | undefined
}

/** Milliseconds until other calls get a turn. */
const turnMs = 5

/**
 * Applies a guest's changes through the call's `Files`. A refused change is skipped and named in the error; the other
 * changes are applied, because a guest that has ended cannot be asked. After a refusal nothing is deleted: something
 * that the guest moved to a refused path would be lost.
 */
export const writeBack = ({ tool, files, changes, given, workspace }: WritingBack): Effect.Effect<WrittenBack> =>
  Effect.gen(function* () {
    const writer = new ChangeWriter(files, given)
    const made: Array<FileChange> = []
    const denied: Array<Denial> = []
    let turnEnds = performance.now() + turnMs
    for (const change of changes) {
      if (performance.now() > turnEnds) {
        yield* Effect.yieldNow
        turnEnds = performance.now() + turnMs
      }
      const reason = change.kind === "deleted" && denied.length > 0 ? kept : yield* writer.write(change)
      if (reason === undefined) made.push(change)
      else denied.push({ path: shown(change.path, workspace), reason })
    }
    const filled = parentsOf(made)
    // A folder is not listed if something in it is.
    const told = made.filter(({ kind, path }) => kind !== "directory" || !filled.has(path))
    const modified = told.map(({ path }) => shown(path, workspace))
    return { modified, error: denied.length === 0 ? undefined : notWritten(tool, denied) }
  })

const kept = "Not deleted, because another change was refused."

interface Denial {
  readonly path: string
  readonly reason: string
}

/** Returns the parent folders of everything that was made. */
const parentsOf = (made: ReadonlyArray<FileChange>): ReadonlySet<string> => {
  const parents = new Set<string>()
  for (const { path } of made)
    for (let above = dirname(path); !parents.has(above); above = dirname(above)) parents.add(above)
  return parents
}

const shown = (path: string, workspace: string) =>
  isBeneath(path, workspace) && path !== workspace ? relative(workspace, path) : path

const notWritten = (tool: string, denied: ReadonlyArray<Denial>): Refused => {
  const named = denied.slice(0, mostNamed).map(({ path, reason }) => `"${putOnOneLine(path)}" (${reason})`)
  const more = denied.length > mostNamed ? `, and ${denied.length - mostNamed} more` : ""
  return refused(
    "FileDenied",
    `Tool "${tool}" made changes that were refused and not written: ${named.join(", ")}${more}.`,
    {
      paths: denied.slice(0, 100).map(({ path }) => path)
    }
  )
}

const mostNamed = 5

/** The reason why a change was not made, or `undefined` if it was made. */
type Reason = string | undefined

/**
 * Applies a guest's changes in the order in which the process reports them. Replacements are applied as such: a link is
 * removed first and not written through, a file is removed before a folder takes its place, and a folder, with all
 * content that the guest saw, before a file takes its place.
 */
class ChangeWriter {
  private readonly files: Files
  private readonly given: ReadonlyMap<string, CopiedEntry>
  /** Folders of the guest that could not be made. Nothing is written under these paths. */
  private readonly blocked = new Set<string>()

  constructor(files: Files, given: ReadonlyArray<CopiedEntry>) {
    this.files = files
    this.given = new Map(given.map((entry) => [entry.path, entry]))
  }

  write(change: FileChange): Effect.Effect<Reason> {
    const { kind, path } = change
    if (kind === "deleted") return reasonOf(this.files.delete(path))
    if (kind === "link") return Effect.succeed("Links cannot be created.")
    if (this.isBlocked(path)) return Effect.succeed("Its parent folder could not be created.")
    if (kind === "file") return this.inPlace(path, kind, this.files.writeBytes(path, change.bytes))
    return Effect.tap(this.inPlace(path, kind, this.files.makeFolder(path)), (reason) => {
      if (reason !== undefined) this.blocked.add(path)
      return Effect.void
    })
  }

  /** Removes the guest's old entry at the path, and then makes the new one. */
  private inPlace(
    path: string,
    kind: "file" | "directory",
    made: Effect.Effect<unknown, FileFailed>
  ): Effect.Effect<Reason> {
    const found = this.given.get(path)
    if (found === undefined || found.kind === "absent" || found.kind === kind) return reasonOf(made)
    return Effect.flatMap(this.deleteAll([...this.beneath(found).reverse(), path]), (reason) =>
      reason === undefined ? reasonOf(made) : Effect.succeed(reason)
    )
  }

  /** Parents come before their content. */
  private beneath({ kind, path }: CopiedEntry): Array<string> {
    if (kind !== "directory") return []
    const there = [...this.given.values()].filter((entry) => entry.kind !== "absent" && entry.path !== path)
    return there.flatMap((entry) => (isBeneath(entry.path, path) ? [entry.path] : []))
  }

  private deleteAll(paths: ReadonlyArray<string>): Effect.Effect<Reason> {
    return Effect.gen({ self: this }, function* () {
      for (const path of paths) {
        const reason = yield* reasonOf(this.files.delete(path))
        if (reason !== undefined) return reason
      }
      return undefined
    })
  }

  private isBlocked(path: string): boolean {
    if (this.blocked.size === 0) return false
    for (let above = dirname(path); above !== dirname(above); above = dirname(above))
      if (this.blocked.has(above)) return true
    return false
  }
}

const reasonOf = (operation: Effect.Effect<unknown, FileFailed>): Effect.Effect<Reason> =>
  Effect.match(operation, { onFailure: ({ message }) => message, onSuccess: () => undefined })
