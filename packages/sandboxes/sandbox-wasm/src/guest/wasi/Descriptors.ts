import type { Descriptor, FileDescriptor, FolderDescriptor } from "./Descriptor.ts"
import { type Errno, errno, Failure } from "./errno.ts"
import type { FileTree } from "./files/FileTree.ts"

/** The number of descriptors that a guest may open, apart from those that are open from the beginning. */
const openedAtOnce = 1024

/** The first number that a newly opened file can get. If standard output is closed, no file takes its place. */
const firstNumber = 3

/** The open descriptors of a guest, by their numbers. */
export class Descriptors {
  readonly #tree: FileTree
  readonly #open: Array<Descriptor | undefined>
  readonly #most: number
  /** No number from `firstNumber` up to here is free. */
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

  /** Returns an open file. A folder is EBADF. Standard input and output have no position, so they are ESPIPE. */
  file(number: number, rights: number): FileDescriptor {
    const descriptor = this.get(number)
    if (descriptor.kind === "folder") throw new Failure(errno.BADF)
    if (descriptor.kind !== "file") throw new Failure(errno.SPIPE)
    need(descriptor, rights)
    return descriptor
  }

  /** Returns a folder to walk from. */
  folder(number: number, rights: number): FolderDescriptor {
    const descriptor = this.get(number)
    if (descriptor.kind !== "folder") throw new Failure(errno.NOTDIR)
    need(descriptor, rights)
    return descriptor
  }

  /** Throws EMFILE if no more can be opened. Called before anything is made for a new descriptor. */
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

  /** Moves what one number stands for to another number, in place of what that stood for. */
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

/** Refuses a descriptor that lacks a right: with ENOTCAPABLE, unless the interface's users expect another number. */
export const need = (descriptor: Descriptor, rights: number, number: Errno = errno.NOTCAPABLE): void => {
  if ((descriptor.rights & rights) !== rights) throw new Failure(number)
}

const retain = (descriptor: Descriptor): void => {
  if ("node" in descriptor) descriptor.node.open += 1
}
