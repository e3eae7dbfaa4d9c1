import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"
import { Escaped, Exited } from "../Unwinding.ts"
import { argumentCalls } from "./arguments.ts"
import { clockCalls } from "./clocks.ts"
import { fileCalls } from "./files.ts"
import { listingCalls } from "./listing.ts"
import { openingCalls } from "./opening.ts"
import { pathCalls } from "./paths.ts"
import { pollCalls } from "./poll.ts"
import { processCalls } from "./process.ts"
import { type Preview1Name, preview1Names, signatures } from "./signatures.ts"
import { socketCalls } from "./sockets.ts"
import { statusCalls } from "./statuses.ts"

/** A function as the guest calls it: numbers of either width, and an error number. */
type Import = (...values: Array<unknown>) => number

/** All functions of `wasi_snapshot_preview1`, for one run. */
export const preview1 = (guest: Guest): Readonly<Partial<Record<Preview1Name, Import>>> => {
  const calls: { readonly [name in Preview1Name]: (...values: Array<never>) => void } = {
    ...argumentCalls(guest),
    ...clockCalls(guest),
    ...fileCalls(guest),
    ...listingCalls(guest),
    ...openingCalls(guest),
    ...pathCalls(guest),
    ...pollCalls(guest),
    ...processCalls(guest),
    ...socketCalls(guest),
    ...statusCalls(guest)
  }
  const imports: Partial<Record<Preview1Name, Import>> = {}
  for (const name of preview1Names) imports[name] = imported(name, calls[name])
  return imports
}

/** A refusal becomes the number that the guest gets; anything else that is thrown leaves the guest, and ends it. */
const imported = (name: Preview1Name, call: (...values: Array<never>) => void): Import => {
  const signature = signatures[name]
  return (...values) => {
    try {
      // In place: this is on the way of every call.
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

/** The guest imports a function with parameters that it does not have. */
class Mistyped extends Error {
  constructor(name: Preview1Name) {
    super(`The module imports "${name}" with parameters that it does not have.`)
  }
}

/** The engine hands over whatever types the module declared. */
const typed = (name: Preview1Name, type: string | undefined, value: unknown): number | bigint => {
  if (type === "i" && typeof value === "number") return value >>> 0
  if (type === "l" && typeof value === "bigint") return BigInt.asUintN(64, value)
  throw new Mistyped(name)
}
