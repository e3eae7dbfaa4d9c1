import type { OutsideWord } from "@toolgate/core"
import { type CompiledAccess, isBeneath } from "@toolgate/core/access"
import { sessionRoots, temporaryParent } from "../session/sessionRoots.ts"
import { confinedHome, confinedTmp, confinedTmpBeside } from "./commandEnvironment.ts"
import type { Excepted } from "./Excepted.ts"
import { errno } from "./errno.ts"
import type { Mount } from "./Mount.ts"
import { PathChanged, PinnedPath } from "./PinnedPath.ts"

/**
 * The mounts that a confined command will see, and the folder in which it begins. Each granted file is pinned when the
 * plan is made, and has to be the file that is mounted in the end, because other commands may change names meanwhile.
 */
export class MountPlan implements Disposable {
  readonly workingFolder: string
  private readonly byPath = new Map<string, Mount>()

  constructor(
    system: ReadonlyArray<Mount>,
    access: CompiledAccess,
    excepted: ReadonlyArray<Excepted>,
    workspace: string,
    words: ReadonlyArray<OutsideWord> = []
  ) {
    try {
      const granted = access.where(({ path }) => !isOwnPlace(path))
      const trees = granted.where(({ scope }) => scope === "tree")
      for (const mount of system) if (!isGranted(mount, trees)) this.byPath.set(mount.path, mount)
      for (const { path } of trees.entries) this.grantTree(access, path)
      if (this.byPath.has("/")) this.hide(kernelObjects)
      // Nothing confined sees the files of sessions as they stand outside.
      const parent = temporaryParent()
      if (this.isShown(parent)) for (const folder of sessionRoots(parent)) this.hide(folder)
      for (const one of excepted) this.except(access, trees, one)
      for (const { path, scope } of granted.entries)
        if (scope === "exact" && !isHeldByMeaning(excepted, path)) this.grantExact(access, trees, path)
      this.workingFolder = this.findWorkingFolder(granted, workspace)
      for (const { written, path } of words)
        if (written !== undefined && trees.entries.some((tree) => tree.path === path)) this.addLink(written, path)
      this.holdTemporary()
    } catch (error) {
      this[Symbol.dispose]()
      throw error
    }
  }

  /** The mounts in the order in which they have to be made: a folder before what it holds. */
  get mounts(): ReadonlyArray<Mount> {
    return [...this.byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
  }

  /** The folder for temporary files. */
  get temporaryFolder(): string {
    return this.byPath.get(confinedTmpBeside)?.kind === "own" ? confinedTmpBeside : confinedTmp
  }

  [Symbol.dispose](): void {
    for (const mount of this.byPath.values()) if ("pin" in mount) mount.pin?.[Symbol.dispose]()
  }

  /**
   * Keeps the session's folders out of the folders above what the command has of the machine beneath "/tmp". Programs
   * look there for settings and packages, and another command could put them there, or a link in the place of a folder
   * on the way.
   */
  private holdTemporary(): void {
    const tmp = this.byPath.get(confinedTmp)
    if (tmp?.kind !== "own") return
    const machine = [...this.byPath.values()].filter(({ kind, path }) => kind !== "own" && isBeneath(path, confinedTmp))
    const isAbove = (folder: string) => machine.some(({ path }) => isBeneath(path, folder))
    for (const folder of [confinedTmp, confinedHome]) if (isAbove(folder)) this.add({ kind: "folder", path: folder })
    if (machine.length === 0 || isAbove(confinedTmpBeside)) return
    this.add({ ...tmp, path: confinedTmpBeside })
    // Here, other commands of the session have their home.
    const home = `${confinedTmpBeside}${confinedHome.slice(confinedTmp.length)}`
    this.add({ kind: "masked", path: home, isFolder: true })
  }

  private isShown(path: string): boolean {
    for (let above = path; ; above = parentOf(above)) {
      const mount = this.byPath.get(above)
      if (mount !== undefined || above === "/") return mount?.kind === "bind"
    }
  }

  // What a word names by a link outside is found by that name too. A shown folder above has the link itself.
  private addLink(path: string, target: string): void {
    if (!isOwnPlace(path) && ![...this.byPath].some(([other, { kind }]) => kind !== "folder" && isBeneath(path, other)))
      if (!this.byPath.has(path)) this.byPath.set(path, { kind: "link", path, target })
  }

  private grantTree(access: CompiledAccess, path: string): void {
    const letters = access.lettersAt(path, true)
    if (letters !== "") this.bind(path, letters.includes("w"), true)
  }

  // If something of the workspace was granted, relative paths have to lead to it.
  private findWorkingFolder(granted: CompiledAccess, workspace: string): string {
    const isMounted = [...this.byPath.values()].some(({ kind, path }) => kind === "bind" && isBeneath(workspace, path))
    if (isMounted) return workspace
    if (!granted.entries.some(({ path }) => isBeneath(path, workspace))) return "/tmp"
    this.addFolder(workspace)
    return workspace
  }

  // A grant of an exact folder is no tree: what the folder holds was not granted with it.
  private grantExact(access: CompiledAccess, trees: CompiledAccess, path: string): void {
    const letters = access.lettersAt(path)
    const mounted = this.byPath.get(path)
    if (mounted?.kind === "bind" ? mounted.writable || letters === "r" : trees.lettersAt(path) === letters) return
    this.drop(path)
    const pin = pinned(path)
    if (pin?.kind === "file") this.add({ kind: "bind", path, writable: letters.includes("w"), pin })
    else {
      pin?.[Symbol.dispose]()
      if (pin?.kind === "folder" && trees.lettersAt(path) === "") this.addFolder(path)
    }
  }

  private except(access: CompiledAccess, trees: CompiledAccess, { path, letters, link }: Excepted): void {
    // Nothing can be mounted on a link.
    if (link !== undefined) return
    if (letters.includes("r")) this.bind(path, letters.includes("w"))
    else this.hide(path)
    if (!letters.includes("w")) this.holdFoldersAbove(access, trees, path)
  }

  // A folder that carries a mount cannot be moved away and replaced by another folder with other contents. Where
  // nothing may be written, nothing can be moved.
  private holdFoldersAbove(access: CompiledAccess, trees: CompiledAccess, path: string): void {
    const isWithin = (folder: string) =>
      trees.entries.some((tree) => tree.path !== folder && isBeneath(folder, tree.path))
    for (let above = parentOf(path); isWithin(above); above = parentOf(above))
      if (!this.byPath.has(above) && access.lettersAt(above, true).includes("w")) this.bind(above, true)
  }

  // Reading a socket or a device does something: whoever can open it can use it.
  private bind(path: string, writable: boolean, isTree = false): void {
    const pin = pinned(path)
    if (isTree && !writable && pin?.kind === "other") pin[Symbol.dispose]()
    else if (pin !== undefined) this.add({ kind: "bind", path, writable, pin })
  }

  private hide(path: string): void {
    const pin = pinned(path)
    if (pin !== undefined) this.add({ kind: "hidden", path, pin })
  }

  private addFolder(path: string): void {
    if (!this.byPath.has(path)) this.byPath.set(path, { kind: "folder", path })
  }

  private add(mount: Mount): void {
    this.drop(mount.path)
    this.byPath.set(mount.path, mount)
  }

  private drop(path: string): void {
    const there = this.byPath.get(path)
    if (there !== undefined && "pin" in there) there.pin?.[Symbol.dispose]()
    this.byPath.delete(path)
  }
}

/**
 * Through these objects, a command of a gate that runs as root could change the kernel of the whole machine, and leave
 * the cgroups that limit it.
 */
const kernelObjects = "/sys"

/**
 * The places that are a command's own, whatever was granted: it has devices and processes of its own, and no kernel.
 */
const ownPlaces = ["/proc", "/dev", kernelObjects]

export const isOwnPlace = (path: string): boolean => ownPlaces.some((place) => isBeneath(path, place))

const isGranted = ({ path }: Mount, trees: CompiledAccess): boolean =>
  !isOwnPlace(path) && trees.entries.some((tree) => isBeneath(path, tree.path))

/**
 * Whether a link, or what a folder holds, makes a granted path something that exceptions forbid writing. Whoever
 * granted the path by its name did not know of that.
 */
const isHeldByMeaning = (excepted: ReadonlyArray<Excepted>, path: string): boolean =>
  excepted.some((one) => one.meant !== undefined && !one.letters.includes("w") && isBeneath(path, one.path))

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/"

/** Returns `undefined` if nothing is there. What does not exist does not exist for the command either. */
const pinned = (path: string): PinnedPath | undefined => {
  try {
    return new PinnedPath(path)
  } catch (error) {
    if (errno(error) === "ENOENT") return undefined
    throw new PathChanged()
  }
}
