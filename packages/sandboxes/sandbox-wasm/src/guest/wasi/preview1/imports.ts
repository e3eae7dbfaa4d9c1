import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"
import { Escaped, Exited } from "../Unwinding.ts"
import { makeClockCalls } from "./clocks.ts"
import { makeFileCalls } from "./files.ts"
import { makeListingCalls } from "./listing.ts"
import { makeOpeningCalls } from "./opening.ts"
import { makePathCalls } from "./paths.ts"
import { makePollCalls } from "./poll.ts"
import { makeProcessCalls } from "./process.ts"
import { type Preview1Name, signatures } from "./signatures.ts"
import { makeSocketCalls } from "./sockets.ts"
import { makeStatusCalls } from "./statuses.ts"

/** A function as the guest calls it, with 32-bit or 64-bit numbers. Returns an error number. */
type Import = (...values: Array<unknown>) => number

/** Makes the named functions of `wasi_snapshot_preview1` for one run. */
export const makePreview1 = (
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
  args_get: makeProcessCalls,
  args_sizes_get: makeProcessCalls,
  environ_get: makeProcessCalls,
  environ_sizes_get: makeProcessCalls,
  clock_res_get: makeClockCalls,
  clock_time_get: makeClockCalls,
  fd_advise: makeFileCalls,
  fd_allocate: makeFileCalls,
  fd_close: makeStatusCalls,
  fd_datasync: makeStatusCalls,
  fd_fdstat_get: makeStatusCalls,
  fd_fdstat_set_flags: makeStatusCalls,
  fd_fdstat_set_rights: makeStatusCalls,
  fd_filestat_get: makeStatusCalls,
  fd_filestat_set_size: makeFileCalls,
  fd_filestat_set_times: makeStatusCalls,
  fd_pread: makeFileCalls,
  fd_prestat_get: makeStatusCalls,
  fd_prestat_dir_name: makeStatusCalls,
  fd_pwrite: makeFileCalls,
  fd_read: makeFileCalls,
  fd_readdir: makeListingCalls,
  fd_renumber: makeStatusCalls,
  fd_seek: makeFileCalls,
  fd_sync: makeStatusCalls,
  fd_tell: makeFileCalls,
  fd_write: makeFileCalls,
  path_create_directory: makePathCalls,
  path_filestat_get: makePathCalls,
  path_filestat_set_times: makePathCalls,
  path_link: makePathCalls,
  path_open: makeOpeningCalls,
  path_readlink: makePathCalls,
  path_remove_directory: makePathCalls,
  path_rename: makePathCalls,
  path_symlink: makePathCalls,
  path_unlink_file: makePathCalls,
  poll_oneoff: makePollCalls,
  proc_exit: makeProcessCalls,
  proc_raise: makeProcessCalls,
  sched_yield: makeProcessCalls,
  random_get: makeProcessCalls,
  sock_accept: makeSocketCalls,
  sock_recv: makeSocketCalls,
  sock_send: makeSocketCalls,
  sock_shutdown: makeSocketCalls
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
    super(`The module imports "${name}" with the wrong parameters.`)
  }
}

/** Checks a value, because the engine passes the types that the module declared. */
const typed = (name: Preview1Name, type: string | undefined, value: unknown): number | bigint => {
  if (type === "i" && typeof value === "number") return value >>> 0
  if (type === "l" && typeof value === "bigint") return BigInt.asUintN(64, value)
  throw new Mistyped(name)
}
