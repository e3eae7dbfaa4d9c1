import { once } from "../once.ts"
import { openUnnamedFile } from "../openUnnamedFile.ts"
import { buildSyscallFilter } from "./buildSyscallFilter.ts"
import type { Architecture } from "./callNumbers.ts"

const architecture = (): Architecture | undefined => {
  const { platform, arch } = process
  return platform === "linux" && (arch === "x64" || arch === "arm64") ? arch : undefined
}

/** Whether this machine's architecture has a system call filter. */
export const hasSyscallFilter: boolean = architecture() !== undefined

const filter = once(() => {
  const known = architecture()
  return known === undefined ? undefined : buildSyscallFilter(known)
})

/**
 * Opens the filter of this machine for `bwrap --seccomp FD`, which reads it to the end. Each start needs a new
 * descriptor; the caller closes it. Returns `undefined` if the architecture has no filter. Throws if the file cannot be
 * made.
 */
export const openSyscallFilter = (): number | undefined => {
  const bytes = filter()
  return bytes === undefined ? undefined : openUnnamedFile(bytes)
}
