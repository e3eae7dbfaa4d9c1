import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"
import { Escaped, Exited } from "../Unwinding.ts"
import { clockCalls } from "./clocks.ts"
import { fileCalls } from "./files.ts"
import { listingCalls } from "./listing.ts"
import { openingCalls } from "./opening.ts"
import { pathCalls } from "./paths.ts"
import { pollCalls } from "./poll.ts"
import { processCalls } from "./process.ts"
import { type Preview1Name, signatures } from "./signatures.ts"
import { socketCalls } from "./sockets.ts"
import { statusCalls } from "./statuses.ts"

/** A function as the guest calls it, with 32-bit or 64-bit numbers. Returns an error number. */
type Import = (...values: Array<unknown>) => number

/** Makes the named functions of `wasi_snapshot_preview1` for one run. */
export const preview1 = (
  guest: Guest,
  names: ReadonlyArray<Preview1Name>
): Readonly<Partial<Record<Preview1Name, Import>>> => {
  const made = new Map<Group, Readonly<Record<string, Call>>>()
  const imports: Partial<Record<Preview1Name, Import>> = {}
  for (const name of names) {
    const group: Group = groups[name]
    const calls = made.get(group) ?? group(guest)
    made.set(group, calls)
    imports[name] = imported(name, calls[name] as Call)
  }
  return imports
}

type Call = (...values: Array<never>) => void

/** Makes several functions that share state. */
type Group = (guest: Guest) => Readonly<Record<string, Call>>

/** The group that makes each function. */
const groups: { readonly [name in Preview1Name]: (guest: Guest) => { readonly [own in name]: Call } } = {
  args_get: processCalls,
  args_sizes_get: processCalls,
  environ_get: processCalls,
  environ_sizes_get: processCalls,
  clock_res_get: clockCalls,
  clock_time_get: clockCalls,
  fd_advise: fileCalls,
  fd_allocate: fileCalls,
  fd_close: statusCalls,
  fd_datasync: statusCalls,
  fd_fdstat_get: statusCalls,
  fd_fdstat_set_flags: statusCalls,
  fd_fdstat_set_rights: statusCalls,
  fd_filestat_get: statusCalls,
  fd_filestat_set_size: fileCalls,
  fd_filestat_set_times: statusCalls,
  fd_pread: fileCalls,
  fd_prestat_get: statusCalls,
  fd_prestat_dir_name: statusCalls,
  fd_pwrite: fileCalls,
  fd_read: fileCalls,
  fd_readdir: listingCalls,
  fd_renumber: statusCalls,
  fd_seek: fileCalls,
  fd_sync: statusCalls,
  fd_tell: fileCalls,
  fd_write: fileCalls,
  path_create_directory: pathCalls,
  path_filestat_get: pathCalls,
  path_filestat_set_times: pathCalls,
  path_link: pathCalls,
  path_open: openingCalls,
  path_readlink: pathCalls,
  path_remove_directory: pathCalls,
  path_rename: pathCalls,
  path_symlink: pathCalls,
  path_unlink_file: pathCalls,
  poll_oneoff: pollCalls,
  proc_exit: processCalls,
  proc_raise: processCalls,
  sched_yield: processCalls,
  random_get: processCalls,
  sock_accept: socketCalls,
  sock_recv: socketCalls,
  sock_send: socketCalls,
  sock_shutdown: socketCalls
}

/** Wraps a call. A `Failure` becomes the returned number. Any other exception leaves the guest and ends it. */
const imported = (name: Preview1Name, call: Call): Import => {
  const signature = signatures[name]
  return (...values) => {
    try {
      // Replaced in place, because every call passes through here.
      for (let index = 0; index < signature.length; index += 1)
        values[index] = typed(name, signature[index], values[index])
      call(...(values as Array<never>))
      return errno.SUCCESS
    } catch (thrown) {
      if (thrown instanceof Failure) return thrown.errno
      if (thrown instanceof Exited || thrown instanceof Mistyped) throw thrown
      throw new Escaped(thrown)
    }
  }
}

/** The guest imports a function with the wrong parameters. */
class Mistyped extends Error {
  constructor(name: Preview1Name) {
    super(`The module imports "${name}" with parameters that it does not have.`)
  }
}

/** Checks a value, because the engine passes the types that the module declared. */
const typed = (name: Preview1Name, type: string | undefined, value: unknown): number | bigint => {
  if (type === "i" && typeof value === "number") return value >>> 0
  if (type === "l" && typeof value === "bigint") return BigInt.asUintN(64, value)
  throw new Mistyped(name)
}
