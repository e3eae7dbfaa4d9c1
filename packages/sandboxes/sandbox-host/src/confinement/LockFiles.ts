import { type FSWatcher, watch } from "node:fs"
import { basename, dirname, join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import { tryOrUndefined } from "@toolgate/processes"

/**
 * Watches for lock files of kept files: git makes `config.lock` to replace `config`. A lock file reveals an attempt to
 * write, even if the program does not report it.
 */
export class LockFiles implements Disposable {
  private readonly watchers: Array<FSWatcher> = []
  private readonly attempted = new Set<string>()

  /** Starts to watch. A folder that cannot be watched is skipped. */
  constructor(kept: ReadonlyArray<string>) {
    for (const [folder, paths] of Map.groupBy(kept, dirname)) {
      const names = new Set(paths.map((path) => basename(path)))
      tryOrUndefined(() => {
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          const kept = name === null ? "" : name.replace(/\.(?:lock|tmp|\d)[^/]*$/, "")
          if (kept !== name && names.has(kept)) this.attempted.add(join(folder, kept))
        })
        watcher.on("error", () => watcher.close())
        this.watchers.push(watcher)
      })
    }
  }

  /** Returns the kept paths with a lock file. Call this after all processes have ended. */
  async seen(): Promise<ReadonlySet<string>> {
    if (this.watchers.length === 0) return this.attempted
    // Pending events arrive in the poll phase of a turn. The current turn may be past that phase, so two turns are
    // needed.
    await turn()
    await turn()
    return this.attempted
  }

  [Symbol.dispose](): void {
    for (const watcher of this.watchers) watcher.close()
  }
}
