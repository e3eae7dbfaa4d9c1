import { closeSync, constants, fstatSync, lstatSync, openSync, unlinkSync } from "node:fs"
import { basename, dirname } from "node:path"
import type { CompiledAccess } from "@toolgate/core/access"
import { type Identity, isSameFile, PinnedPath } from "./PinnedPath.ts"

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

interface Made extends Identity {
  readonly parent: PinnedPath
  readonly name: string
}

/**
 * Writable files that do not exist yet. Only an existing file can be mounted, so each is made empty, and removed after
 * the run if it is still empty.
 */
export class MissingFiles implements Disposable {
  private readonly made: Array<Made> = []

  constructor(access: CompiledAccess) {
    const trees = access.where(({ scope }) => scope === "tree")
    for (const { path, scope } of access.entries) {
      const isForTheRun = scope === "exact" && access.lettersAt(path).includes("w")
      if (isForTheRun && !trees.lettersAt(path).includes("w")) this.make(path)
    }
  }

  removeEmpty(): void {
    for (const one of this.made) {
      try {
        const at = one.parent.entry(one.name)
        const stats = lstatSync(at, { bigint: true })
        if (stats.size === 0n && isSameFile(stats, one)) unlinkSync(at)
      } catch {
        // The file is already gone.
      }
    }
  }

  [Symbol.dispose](): void {
    for (const { parent } of this.made) parent[Symbol.dispose]()
  }

  private make(path: string): void {
    let parent: PinnedPath | undefined
    try {
      parent = new PinnedPath(dirname(path))
      const name = basename(path)
      const fd = openSync(parent.entry(name), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o666)
      const { dev, ino } = fstatSync(fd, { bigint: true })
      closeSync(fd)
      this.made.push({ parent, name, dev, ino })
    } catch {
      // The file exists, or cannot be created. The command will find out.
      parent?.[Symbol.dispose]()
    }
  }
}
