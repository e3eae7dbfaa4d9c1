import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"
import { encodeCString } from "../GuestMemory.ts"
import { Exited } from "../Unwinding.ts"

/** Makes the calls for arguments, environment, exit and random bytes. There is one thread and no signals. */
export const makeProcessCalls = ({ argv, env, memory, random }: Guest) => {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const writeSizes = (strings: ReadonlyArray<string>, countAt: number, bytesAt: number) => {
    memory.setU32(countAt, strings.length)
    memory.setU32(
      bytesAt,
      strings.reduce((sum, string) => sum + encodeCString(string).length, 0)
    )
  }
  return {
    args_get: (pointersAt: number, bytesAt: number) => memory.writeStrings(argv, pointersAt, bytesAt),
    args_sizes_get: (countAt: number, bytesAt: number) => writeSizes(argv, countAt, bytesAt),
    environ_get: (pointersAt: number, bytesAt: number) => memory.writeStrings(variables, pointersAt, bytesAt),
    environ_sizes_get: (countAt: number, bytesAt: number) => writeSizes(variables, countAt, bytesAt),
    proc_exit: (status: number) => {
      throw new Exited(status)
    },
    proc_raise: (_signal: number) => {
      throw new Failure(errno.NOTSUP)
    },
    sched_yield: () => {},
    random_get: (at: number, length: number) => random(memory.bytes(at, length))
  }
}
