import { closeSync, constants, fstatSync, openSync } from "node:fs"
import { StartFailure } from "@toolgate/processes"

// `node:fs` lacks both flags. These are Linux's numbers on x64 and arm64.
const O_PATH = 0o10000000
const O_CLOEXEC = 0o2000000

const flags = O_PATH | O_CLOEXEC | constants.O_NOFOLLOW

/** The identity of a file, independent of its name. */
export interface Identity {
  readonly dev: bigint
  readonly ino: bigint
}

export const isSameFile = (one: Identity, other: Identity): boolean => one.dev === other.dev && one.ino === other.ino

/** A path no longer leads to the file that was granted. */
export class PathChanged extends StartFailure {
  constructor() {
    super("a granted path now leads to another file")
  }
}

/**
 * A resolved path that a descriptor keeps open. Links are not followed: a path that now leads through a link is an
 * error.
 */
export class PinnedPath implements Identity, Disposable {
  readonly kind: "file" | "folder" | "other"
  readonly dev: bigint
  readonly ino: bigint
  private readonly fd: number
  private isHeld = true

  /** `root`: the folder where the path begins, by default this process's root. */
  constructor(path: string, root = "/") {
    this.fd = openBeneath(root, path)
    const stats = fstatSync(this.fd, { bigint: true })
    this.dev = stats.dev
    this.ino = stats.ino
    this.kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other"
  }

  /** A path to the pinned file, even after the file is renamed. */
  get path(): string {
    return `/proc/self/fd/${this.fd}`
  }

  /** Returns a path to an entry of this folder, for opening or removing it. */
  entry(name: string): string {
    return `${this.path}/${name}`
  }

  [Symbol.dispose](): void {
    // A second close might close another file that has the same descriptor by now.
    if (this.isHeld) closeSync(this.fd)
    this.isHeld = false
  }
}

const openBeneath = (root: string, path: string): number => {
  let fd = openSync(root, O_PATH | O_CLOEXEC)
  for (const name of path.split("/")) {
    if (name === "") continue
    const above = fd
    try {
      fd = openSync(`/proc/self/fd/${above}/${name}`, flags)
    } finally {
      closeSync(above)
    }
  }
  if (isLink(fd)) {
    closeSync(fd)
    throw new PathChanged()
  }
  return fd
}

// With O_PATH and O_NOFOLLOW, the opened file may be a link.
const isLink = (fd: number): boolean => fstatSync(fd).isSymbolicLink()

/** Returns the identity of the file at a path, or `undefined` if the path is missing or leads through a link. */
export const getIdentity = (path: string, root?: string): Identity | undefined => {
  try {
    using pin = new PinnedPath(path, root)
    return { dev: pin.dev, ino: pin.ino }
  } catch {
    return undefined
  }
}
