import { dirname } from "node:path"
import type { FileFailed, Files } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import * as Effect from "effect/Effect"
import type { CopiedEntry } from "./CopiedFiles.ts"
import type { FileChange } from "./FileChange.ts"

/** The reason why a change was not made, or `undefined` if it was made. */
type Reason = string | undefined

/**
 * Makes a guest's changes one by one, in the order in which the guest's process reports them. What a guest put in the
 * place of something else is put there too: a link that the guest found is removed first, and not written through. So
 * is a file in whose place the guest made a folder, and a folder, with everything that the guest saw in it, in whose
 * place the guest made a file.
 */
export class ChangeWriter {
  private readonly files: Files
  private readonly given: ReadonlyMap<string, CopiedEntry>
  /** Folders of the guest that could not be made. Nothing is written beneath them, whatever stands in their place. */
  private readonly blocked = new Set<string>()

  constructor(files: Files, given: ReadonlyArray<CopiedEntry>) {
    this.files = files
    this.given = new Map(given.map((entry) => [entry.path, entry]))
  }

  write(change: FileChange): Effect.Effect<Reason> {
    const { kind, path } = change
    if (kind === "deleted") return reasonOf(this.files.delete(path))
    if (kind === "link") return Effect.succeed("Links are not made.")
    if (this.isBlocked(path)) return Effect.succeed("A folder above it could not be made.")
    if (kind === "file") return this.inPlace(path, kind, this.files.writeBytes(path, change.bytes))
    return Effect.tap(this.inPlace(path, kind, this.files.makeFolder(path)), (reason) => {
      if (reason !== undefined) this.blocked.add(path)
      return Effect.void
    })
  }

  /** Removes what else the guest found at the path, and then makes the new entry. */
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

  /** Folders come before what they hold. */
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
