import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"
import { Exited } from "../Unwinding.ts"

/** Makes the calls for ending and for random bytes. There is one thread and no signal. */
export const processCalls = ({ memory, random }: Guest) => ({
  proc_exit: (status: number) => {
    throw new Exited(status)
  },
  proc_raise: (_signal: number) => {
    throw new Failure(errno.NOTSUP)
  },
  sched_yield: () => {},
  random_get: (at: number, length: number) => random(memory.bytes(at, length))
})
