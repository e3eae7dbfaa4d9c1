import { type FSWatcher, watch } from "node:fs"
import { basename, dirname, join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import { tried } from "@toolgate/processes"

/**
 * A watch for the files with which programs replace a kept file: git makes `config.lock` beside `config`. Such a file
 * reveals an attempt to write, whatever the program reports at its end.
 */
export class LockFiles implements Disposable {
  private readonly watchers: Array<FSWatcher> = []
  private readonly attempted = new Set<string>()

  /** Begins to watch. A folder that cannot be watched shows nothing. */
  constructor(kept: ReadonlyArray<string>) {
    for (const [folder, paths] of Map.groupBy(kept, dirname)) {
      const names = new Set(paths.map((path) => basename(path)))
      tried(() => {
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          const kept = name === null ? "" : name.replace(/\.(?:lock|tmp|\d)[^/]*$/, "")
          if (kept !== name && names.has(kept)) this.attempted.add(join(folder, kept))
        })
        watcher.on("error", () => watcher.close())
        this.watchers.push(watcher)
      })
    }
  }

  /** Returns the kept paths that a run tried to write in this way. Called when nothing of the run is left. */
  async seen(): Promise<ReadonlySet<string>> {
    if (this.watchers.length === 0) return this.attempted
    // What the kernel has reported by now is read in the poll phase of one turn. The first of two turns may be past
    // that phase.
    await turn()
    await turn()
    return this.attempted
  }

  [Symbol.dispose](): void {
    for (const watcher of this.watchers) watcher.close()
  }
}
