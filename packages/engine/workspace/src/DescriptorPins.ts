import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Anchors } from "./Anchors.ts"
import { errno } from "./errno.ts"
import { joined } from "./joined.ts"
import { PathPins, type Pin } from "./PathPins.ts"

// `node:fs` names neither; these are Linux's numbers on x64 and arm64, and `isAvailable` tries them.
const O_PATH = 0o10000000
const O_CLOEXEC = 0o2000000

const anything = O_PATH | O_CLOEXEC | constants.O_NOFOLLOW
const folders = anything | constants.O_DIRECTORY

/** How many workspaces are kept open. */
const anchored = 64

const pinned = (fd: number): Pin => ({ at: `/proc/self/fd/${fd}`, release: () => closeSync(fd) })

const folder = (at: string) => pinned(openSync(at, folders))

const entry = (at: string) => {
  const fd = openSync(at, anything)
  return { ...pinned(fd), stats: fstatSync(fd) }
}

// Every step is taken without following links: a resolved path that has become another one is not opened.
const resolvedFolder = (path: string) => {
  let pin = folder("/")
  for (const name of path.split("/")) {
    if (name === "") continue
    const above = pin
    try {
      pin = folder(joined(above.at, name))
    } finally {
      above.release()
    }
  }
  return pin
}

/** The file system cannot be held by descriptors here, which takes Linux with /proc. */
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

// What was really opened with O_PATH is no open file: reading it is EBADF, and not the EISDIR of a folder.
const refusesToBeRead = (fd: number) => {
  try {
    readSync(fd, Buffer.alloc(1))
    return false
  } catch (error) {
    return errno(error) === "EBADF"
  }
}

/**
 * Holds every step of a path by a descriptor. `/proc/self/fd/<n>/<name>` is how `node:fs` reaches what `openat` reaches: the
 * kernel goes to the open folder itself, and looks up one plain name in it.
 */
export const layer = Layer.effect(
  PathPins,
  Effect.gen(function* () {
    if (!isAvailable()) {
      return yield* new DescriptorsUnavailable({
        message: "Files cannot be held by descriptors here: this takes Linux with /proc mounted."
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
