import { lstatSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { type DispatchContext, getQueueShare, type Principal } from "@toolgate/core"
import {
  describeThisProcess,
  getProcessState,
  type RecordedProcess,
  succeeds,
  tryOrUndefined
} from "@toolgate/processes"
import * as Context from "effect/Context"
import { removeEntry } from "../confinement/removeEntry.ts"
import { getTemporaryFolder, listSessionRoots, rootPrefix } from "./listSessionRoots.ts"
import { SessionFolder } from "./SessionFolder.ts"

/**
 * The limit on a session's temporary folder, in bytes. A command that exceeds it is ended.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { NodeHostSandbox } from "@toolgate/sandbox-host"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const small = Layer.succeed(NodeHostSandbox.SessionBytes, 100 * 1024 * 1024)
 * const bytes = await Effect.runPromise(Effect.provide(NodeHostSandbox.SessionBytes, small))
 * assert.equal(bytes, 104_857_600)
 * ```
 */
export const SessionBytes = Context.Reference<number>("@toolgate/sandbox-host/SessionBytes", {
  defaultValue: () => 4 * 1024 ** 3
})

/**
 * The temporary folders of a sandbox's sessions. They are in a randomly named folder that only this user can enter. A
 * folder is removed when its session ends, and all folders when the sandbox is closed. Folders of a killed gate are
 * removed when the next gate makes its first folder.
 */
export class SessionFolders {
  private readonly atMost: number
  private readonly parent: string
  private readonly folders = new Map<string, SessionFolder>()
  private root: string | undefined = undefined
  private count = 0
  private readonly discarded = new Set<Promise<void>>()

  /** `atMost`: bytes for each session. `parent`: the temporary folder of this machine. */
  constructor(atMost: number, parent = getTemporaryFolder()) {
    this.atMost = atMost
    this.parent = parent
  }

  /**
   * Returns the folder of a session. Different agents and different people do not share a folder, even if their
   * sessions have the same name. A delegated agent shares the folder of its parent if it works in the same session.
   */
  of(context: Pick<DispatchContext, "session" | "principal" | "workspace">): SessionFolder {
    const share = getQueueShare(context)
    const key = JSON.stringify([share, context.workspace, personOf(context.principal) ?? null])
    const known = this.folders.get(key)
    if (known !== undefined) return known
    if (this.folders.size > idleKept)
      for (const [other, { isIdle }] of this.folders) if (isIdle) this.folders.delete(other)
    const place = () => join(this.rootFolder(), String(this.count++))
    const folder = new SessionFolder(share, this.atMost, place, this.discard)
    this.folders.set(key, folder)
    return folder
  }

  /**
   * Removes the folders of a session as soon as no command uses them. `agent`: only this agent's session. Absent: the
   * sessions of this name of all agents.
   */
  end(session: string, agent?: string): void {
    for (const [key, folder] of this.folders)
      if (folder.session === session && (agent === undefined || folder.agent === agent)) {
        this.folders.delete(key)
        folder.end()
      }
  }

  /** Removes all folders. Call this when none is in use. */
  async close(): Promise<void> {
    for (const folder of this.folders.values()) folder.end()
    this.folders.clear()
    await Promise.all(this.discarded)
    const { root } = this
    this.root = undefined
    if (root !== undefined) await this.discard(root)
  }

  /**
   * Removes a folder of any size in the background. The folder is renamed first, so that it can be made again at once.
   */
  private readonly discard = async (path: string): Promise<void> => {
    const gone = `${path}${goneMark}${this.count++}`
    if (!succeeds(() => renameSync(path, gone))) return
    // The rest, such as a locked folder, is removed step by step.
    const removed = rm(gone, { recursive: true, force: true }).catch(() => tryOrUndefined(() => removeEntry(gone)))
    this.discarded.add(removed)
    await removed
    this.discarded.delete(removed)
  }

  private rootFolder(): string {
    if (this.root === undefined) {
      for (const root of listSessionRoots(this.parent)) if (isAbandoned(root)) void this.discard(root)
      this.root = mkdtempSync(join(this.parent, rootPrefix))
      writeFileSync(join(this.root, ownerName), JSON.stringify(describeThisProcess()), { mode: 0o600 })
    }
    return this.root
  }
}

/** Returns the person that an agent, or its nearest delegating parent, acts for. */
const personOf = ({ onBehalfOf, parent }: Principal): string | undefined =>
  onBehalfOf ?? (parent === undefined ? undefined : personOf(parent))

/** The number of sessions without files to remember. */
const idleKept = 256

/** Names the process that made the folder. */
const ownerName = "owner.json"

/** Part of the name of a folder that is being removed, possibly by a process that has ended. */
const goneMark = ".gone-"

// Folders of other users are skipped, and so are folders whose process cannot be checked from here.
const isAbandoned = (root: string): boolean =>
  tryOrUndefined(() => {
    const stats = lstatSync(root)
    if (!stats.isDirectory() || stats.uid !== process.getuid?.()) return false
    if (basename(root).includes(goneMark)) return true
    const owner: RecordedProcess = JSON.parse(readFileSync(join(root, ownerName), "utf8"))
    return getProcessState(owner, false) === "ended"
  }) === true
