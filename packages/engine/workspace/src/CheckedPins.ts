import { fstatSync, lstatSync, realpathSync, statSync } from "node:fs"
import * as Layer from "effect/Layer"
import { changed } from "./changed.ts"
import { PathPins } from "./PathPins.ts"

const release = () => {}

const entry = (at: string) => ({ at, release, stats: lstatSync(at) })

const folder = (at: string) => {
  if (lstatSync(at).isDirectory()) return { at, release }
  throw Object.assign(new Error("ENOTDIR: not a directory"), { code: "ENOTDIR" })
}

const confirm = (path: string, fd?: number) => {
  try {
    if (realpathSync.native(path) !== path) throw changed
    if (fd === undefined) return
    const [opened, there] = [fstatSync(fd, { bigint: true }), statSync(path, { bigint: true })]
    if (opened.ino !== there.ino || opened.dev !== there.dev) throw changed
  } catch {
    throw changed
  }
}

/** `PathPins` for platforms without /proc. A pin is only a path, and `confirm` checks the path again after its use. */
export const layer = Layer.succeed(PathPins, {
  containment: "checked",
  workspace: folder,
  isGone: () => false,
  root: folder,
  folder,
  entry,
  spelled: (path) => realpathSync.native(path),
  confirm
})
