import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { getErrno } from "./getErrno.ts"
import { joinPath } from "./joinPath.ts"
import { PathPins, type Pin } from "./PathPins.ts"

interface Anchor {
  readonly pin: Pin
  users: number
  kept: boolean
}

/**
 * The open workspaces. Each is opened once and stays open; beyond `capacity`, the least recently used one is closed.
 *
 * A workspace that operations still use is released when the last of them ends. If it were released earlier, its
 * descriptor number could be reused for another folder.
 */
class Anchors {
  private readonly anchors = new Map<string, Anchor>()
  private readonly capacity: number
  private open = true

  constructor(capacity: number) {
    this.capacity = capacity
  }

  take(path: string, make: () => Pin): Pin {
    const anchor = this.anchors.get(path) ?? { pin: make(), users: 0, kept: this.open }
    anchor.users++
    if (anchor.kept) this.keep(path, anchor)
    return {
      at: anchor.pin.at,
      release: () => {
        anchor.users--
        releaseIfUnused(anchor)
      }
    }
  }

  /** Drops a workspace if its pin meets a condition. Returns whether it was dropped. */
  dropIf(path: string, condition: (pin: Pin) => boolean): boolean {
    const anchor = this.anchors.get(path)
    if (anchor === undefined || !condition(anchor.pin)) return false
    this.drop(path)
    return true
  }

  close() {
    this.open = false
    for (const path of this.anchors.keys()) this.drop(path)
  }

  // A Map keeps insertion order, so the first key is the least recently used workspace.
  private keep(path: string, anchor: Anchor) {
    this.anchors.delete(path)
    this.anchors.set(path, anchor)
    const [oldest] = this.anchors.keys()
    if (this.anchors.size > this.capacity && oldest !== undefined) this.drop(oldest)
  }

  private drop(path: string) {
    const anchor = this.anchors.get(path)
    if (anchor === undefined) return
    this.anchors.delete(path)
    anchor.kept = false
    releaseIfUnused(anchor)
  }
}

const releaseIfUnused = (anchor: Anchor) => {
  if (!anchor.kept && anchor.users === 0) anchor.pin.release()
}

// Linux's numbers on x64 and arm64. `node:fs` has no names for these flags, and `isAvailable` tests whether they work.
const O_PATH = 0o10000000
const O_CLOEXEC = 0o2000000

const anything = O_PATH | O_CLOEXEC | constants.O_NOFOLLOW
const folders = anything | constants.O_DIRECTORY

/** The number of workspaces that stay open. */
const anchored = 64

const pinned = (fd: number): Pin => ({ at: `/proc/self/fd/${fd}`, release: () => closeSync(fd) })

const folder = (at: string) => pinned(openSync(at, folders))

const entry = (at: string) => {
  const fd = openSync(at, anything)
  return { ...pinned(fd), stats: fstatSync(fd) }
}

// No step follows a link, so a resolved path that has since been replaced by another is not opened.
const resolvedFolder = (path: string) => {
  let pin = folder("/")
  for (const name of path.split("/")) {
    if (name === "") continue
    const above = pin
    try {
      pin = folder(joinPath(above.at, name))
    } finally {
      above.release()
    }
  }
  return pin
}

/**
 * The error for machines where descriptors cannot pin files. Descriptors require Linux with /proc mounted.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { FileSystems } from "@toolgate/core"
 * import { DescriptorsUnavailable, LinuxFileSystems } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * const open = Effect.map(FileSystems, ({ containment }) => containment)
 * const result = await Effect.runPromise(Effect.provide(open, LinuxFileSystems.layer)).catch((error: unknown) => error)
 * // Other systems than Linux cannot pin files.
 * assert(result === "descriptor" || result instanceof DescriptorsUnavailable)
 * ```
 */
export class DescriptorsUnavailable extends Data.TaggedError("DescriptorsUnavailable")<{ readonly message: string }> {}

const isAvailable = () => {
  if (process.platform !== "linux") return false
  try {
    const root = folder("/")
    try {
      const fd = Number(root.at.slice("/proc/self/fd/".length))
      return statSync(`${root.at}/.`).ino === statSync("/").ino && refusesToBeRead(fd)
    } finally {
      root.release()
    }
  } catch {
    return false
  }
}

// Tells O_PATH from an ordinary open: a descriptor opened with O_PATH cannot be read at all (EBADF), while an ordinary
// open folder answers EISDIR.
const refusesToBeRead = (fd: number) => {
  try {
    readSync(fd, Buffer.alloc(1))
    return false
  } catch (error) {
    return getErrno(error) === "EBADF"
  }
}

/**
 * `PathPins` that pin every step of a path with a descriptor. A path such as `/proc/self/fd/<n>/<name>` works like
 * `openat`: the kernel starts at the open folder and looks up a single name. Fails with `DescriptorsUnavailable` unless
 * this is Linux with /proc.
 */
export const layer = Layer.effect(
  PathPins,
  Effect.gen(function* () {
    if (!isAvailable()) {
      return yield* new DescriptorsUnavailable({
        message: "Descriptors cannot hold files on this machine: that requires Linux with /proc mounted."
      })
    }
    const anchors = yield* Effect.acquireRelease(
      Effect.sync(() => new Anchors(anchored)),
      (open) => Effect.sync(() => open.close())
    )
    return {
      containment: "descriptor" as const,
      workspace: (path: string) => anchors.take(path, () => resolvedFolder(path)),
      isGone: (path: string) => anchors.dropIf(path, (pin) => statSync(pin.at).nlink === 0),
      root: folder,
      folder,
      entry,
      spelled: (path: string) => path,
      confirm: () => {}
    }
  })
)
