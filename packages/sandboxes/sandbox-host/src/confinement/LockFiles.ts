import { type FSWatcher, watch } from "node:fs"
import { basename, dirname, join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import { tried } from "@toolgate/processes"

/**
 * The files by which programs put a new file in place of a kept one: git makes `config.lock` beside `config`. That one
 * was made tells of an attempt to write, whatever the program says of how it ended.
 */
export class LockFiles implements Disposable {
  private readonly watchers: Array<FSWatcher> = []
  private readonly attempted = new Set<string>()

  /** Looks from now on. Where a folder cannot be watched, nothing is seen in it. */
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

  /** Which of the kept paths a run tried to write that way, once nothing of it is left. */
  async seen(): Promise<ReadonlySet<string>> {
    if (this.watchers.length === 0) return this.attempted
    // What the kernel has told by now is read in the poll phase of one turn, which the first of two may have passed.
    await turn()
    await turn()
    return this.attempted
  }

  [Symbol.dispose](): void {
    for (const watcher of this.watchers) watcher.close()
  }
}
