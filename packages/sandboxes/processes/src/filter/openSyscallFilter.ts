import { once } from "../once.ts"
import { unnamedFile } from "../unnamedFile.ts"
import type { Architecture } from "./callNumbers.ts"
import { syscallFilter } from "./syscallFilter.ts"

const architecture = (): Architecture | undefined => {
  const { platform, arch } = process
  return platform === "linux" && (arch === "x64" || arch === "arm64") ? arch : undefined
}

/** Whether there is a filter of system calls for this machine. */
export const hasSyscallFilter: boolean = architecture() !== undefined

const filter = once(() => {
  const known = architecture()
  return known === undefined ? undefined : syscallFilter(known)
})

/**
 * Opens the filter of this machine, for `bwrap --seccomp FD`, which reads it to its end. Each start needs a descriptor
 * of its own, and the caller closes it afterwards. Returns `undefined` if there is no filter for this machine. Throws
 * if a file cannot be made.
 */
export const openSyscallFilter = (): number | undefined => {
  const bytes = filter()
  return bytes === undefined ? undefined : unnamedFile(bytes)
}
