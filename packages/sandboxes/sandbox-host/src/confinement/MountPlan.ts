import type { OutsideWord } from "@toolgate/core"
import { type CompiledAccess, isBeneath } from "@toolgate/core/access"
import { getTemporaryFolder, listSessionRoots } from "../session/listSessionRoots.ts"
import { confinedHome, confinedTmp, confinedTmpBeside } from "./buildCommandEnvironment.ts"
import type { ExceptedPath } from "./ExceptedPath.ts"
import { getErrno } from "./getErrno.ts"
import type { Mount } from "./Mount.ts"
import { PathChanged, PinnedPath } from "./PinnedPath.ts"

/**
 * The mounts of a confined command, and its working folder. Each granted file is pinned when the plan is made. The same
 * file must be mounted in the end, because other commands may rename files meanwhile.
 */
export class MountPlan implements Disposable {
  readonly workingFolder: string
  private readonly byPath = new Map<string, Mount>()

  constructor(
    system: ReadonlyArray<Mount>,
    access: CompiledAccess,
    excepted: ReadonlyArray<ExceptedPath>,
    workspace: string,
    words: ReadonlyArray<OutsideWord> = []
  ) {
    try {
      const granted = access.where(({ path }) => !isCommandFolder(path))
      const trees = granted.where(({ scope }) => scope === "tree")
      for (const mount of system) if (!isGranted(mount, trees)) this.byPath.set(mount.path, mount)
      for (const { path } of trees.entries) this.grantTree(access, path)
      if (this.byPath.has("/")) this.hide(kernelObjects)
      // A confined command must not see the session files of the host.
      const parent = getTemporaryFolder()
      if (this.isShown(parent)) for (const folder of listSessionRoots(parent)) this.hide(folder)
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

  /** In the order of mounting: a folder before its content. */
  get mounts(): ReadonlyArray<Mount> {
    return [...this.byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
  }

  get temporaryFolder(): string {
    return this.byPath.get(confinedTmpBeside)?.kind === "own" ? confinedTmpBeside : confinedTmp
  }

  [Symbol.dispose](): void {
    for (const mount of this.byPath.values()) if ("pin" in mount) mount.pin?.[Symbol.dispose]()
  }

  /**
   * Separates the session's folders from the parents of files that are granted under "/tmp". Programs search parents
   * for settings and packages, and another command of the session could put them there, or replace a parent by a link.
   */
  private holdTemporary(): void {
    const tmp = this.byPath.get(confinedTmp)
    if (tmp?.kind !== "own") return
    const machine = [...this.byPath.values()].filter(({ kind, path }) => kind !== "own" && isBeneath(path, confinedTmp))
    const isAbove = (folder: string) => machine.some(({ path }) => isBeneath(path, folder))
    for (const folder of [confinedTmp, confinedHome]) if (isAbove(folder)) this.add({ kind: "folder", path: folder })
    if (machine.length === 0 || isAbove(confinedTmpBeside)) return
    this.add({ ...tmp, path: confinedTmpBeside })
    // Other commands of the session have their home here.
    const home = `${confinedTmpBeside}${confinedHome.slice(confinedTmp.length)}`
    this.add({ kind: "masked", path: home, isFolder: true })
  }

  private isShown(path: string): boolean {
    for (let above = path; ; above = parentOf(above)) {
      const mount = this.byPath.get(above)
      if (mount !== undefined || above === "/") return mount?.kind === "bind"
    }
  }

  // A word may refer to its file through a link outside. A visible parent folder already contains the link.
  private addLink(path: string, target: string): void {
    if (
      !isCommandFolder(path) &&
      ![...this.byPath].some(([other, { kind }]) => kind !== "folder" && isBeneath(path, other))
    )
      if (!this.byPath.has(path)) this.byPath.set(path, { kind: "link", path, target })
  }

  private grantTree(access: CompiledAccess, path: string): void {
    const letters = access.lettersAt(path, true)
    if (letters !== "") this.bind(path, letters.includes("w"), true)
  }

  // If part of the workspace is granted, relative paths must start there.
  private findWorkingFolder(granted: CompiledAccess, workspace: string): string {
    const isMounted = [...this.byPath.values()].some(({ kind, path }) => kind === "bind" && isBeneath(workspace, path))
    if (isMounted) return workspace
    if (!granted.entries.some(({ path }) => isBeneath(path, workspace))) return "/tmp"
    this.addFolder(workspace)
    return workspace
  }

  // A grant of exactly a folder does not include its content.
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

  private except(access: CompiledAccess, trees: CompiledAccess, { path, letters, link }: ExceptedPath): void {
    // A link cannot be mounted over.
    if (link !== undefined) return
    if (letters.includes("r")) this.bind(path, letters.includes("w"))
    else this.hide(path)
    if (!letters.includes("w")) this.holdFoldersAbove(access, trees, path)
  }

  // A folder that is a mount point cannot be renamed and replaced. In a read-only folder, nothing can be renamed.
  private holdFoldersAbove(access: CompiledAccess, trees: CompiledAccess, path: string): void {
    const isWithin = (folder: string) =>
      trees.entries.some((tree) => tree.path !== folder && isBeneath(folder, tree.path))
    for (let above = parentOf(path); isWithin(above); above = parentOf(above))
      if (!this.byPath.has(above) && access.lettersAt(above, true).includes("w")) this.bind(above, true)
  }

  // Sockets and devices are excluded: opening one is enough to use it.
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

/** As root, a command could change the machine's kernel through these files, and leave its cgroups. */
const kernelObjects = "/sys"

/**
 * A command has separate versions of these folders, regardless of its grant: its devices and processes, and no kernel.
 */
const ownPlaces = ["/proc", "/dev", kernelObjects]

export const isCommandFolder = (path: string): boolean => ownPlaces.some((place) => isBeneath(path, place))

const isGranted = ({ path }: Mount, trees: CompiledAccess): boolean =>
  !isCommandFolder(path) && trees.entries.some((tree) => isBeneath(path, tree.path))

/**
 * Whether exceptions forbid writing a granted path because of a link or the folder's content. The grant was made by
 * name, without knowing that.
 */
const isHeldByMeaning = (excepted: ReadonlyArray<ExceptedPath>, path: string): boolean =>
  excepted.some((one) => one.meant !== undefined && !one.letters.includes("w") && isBeneath(path, one.path))

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/"

/** Returns `undefined` for a missing file, which is missing for the command too. */
const pinned = (path: string): PinnedPath | undefined => {
  try {
    return new PinnedPath(path)
  } catch (error) {
    if (getErrno(error) === "ENOENT") return undefined
    throw new PathChanged()
  }
}
