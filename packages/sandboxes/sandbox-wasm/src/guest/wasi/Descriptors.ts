import type { Descriptor, FileDescriptor, FolderDescriptor } from "./Descriptor.ts"
import { type Errno, errno, Failure } from "./errno.ts"
import type { FileTree } from "./files/FileTree.ts"

/** The limit on descriptors that a guest opens, in addition to those that are open at the start. */
const openedAtOnce = 1024

/** The lowest descriptor of a new file. A closed standard output is never replaced by a file. */
const firstNumber = 3

export class Descriptors {
  readonly #tree: FileTree
  readonly #open: Array<Descriptor | undefined>
  readonly #most: number
  /** All numbers from `firstNumber` up to here are in use. */
  #taken = firstNumber

  constructor(tree: FileTree, found: ReadonlyArray<Descriptor>) {
    this.#tree = tree
    this.#open = [...found]
    this.#most = found.length + openedAtOnce
    for (const descriptor of found) retain(descriptor)
  }

  get(number: number): Descriptor {
    const descriptor = this.#open[number]
    if (descriptor === undefined) throw new Failure(errno.BADF)
    return descriptor
  }

  /**
   * Returns an open file. Throws EBADF for a folder. Throws ESPIPE for standard input and output, which have no
   * position.
   */
  file(number: number, rights: number): FileDescriptor {
    const descriptor = this.get(number)
    if (descriptor.kind === "folder") throw new Failure(errno.BADF)
    if (descriptor.kind !== "file") throw new Failure(errno.SPIPE)
    requireRights(descriptor, rights)
    return descriptor
  }

  /** Returns a folder from which to resolve a path. */
  folder(number: number, rights: number): FolderDescriptor {
    const descriptor = this.get(number)
    if (descriptor.kind !== "folder") throw new Failure(errno.NOTDIR)
    requireRights(descriptor, rights)
    return descriptor
  }

  /** Throws EMFILE at the limit. Call this before anything is made for a new descriptor. */
  needRoom(): void {
    this.#findFree()
  }

  open(descriptor: Descriptor): number {
    const number = this.#findFree()
    this.#open[number] = descriptor
    retain(descriptor)
    return number
  }

  close(number: number): void {
    const descriptor = this.get(number)
    this.#open[number] = undefined
    this.#taken = Math.min(this.#taken, Math.max(firstNumber, number))
    if (!("node" in descriptor)) return
    descriptor.node.open -= 1
    this.#tree.releaseUnused(descriptor.node)
  }

  /** Moves a descriptor to another number, replacing the descriptor there. */
  renumber(from: number, to: number): void {
    const descriptor = this.get(from)
    this.get(to)
    if (from === to) return
    this.close(to)
    this.#open[to] = descriptor
    this.#open[from] = undefined
    this.#taken = Math.min(this.#taken, Math.max(firstNumber, from))
  }

  #findFree(): number {
    let number = this.#taken
    while (this.#open[number] !== undefined) number += 1
    this.#taken = number
    if (number >= this.#most) throw new Failure(errno.MFILE)
    return number
  }
}

/** Throws ENOTCAPABLE, or another error that programs expect, if a descriptor lacks a right. */
export const requireRights = (descriptor: Descriptor, rights: number, number: Errno = errno.NOTCAPABLE): void => {
  if ((descriptor.rights & rights) !== rights) throw new Failure(number)
}

const retain = (descriptor: Descriptor): void => {
  if ("node" in descriptor) descriptor.node.open += 1
}
