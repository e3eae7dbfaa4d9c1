import type { Guest } from "../Guest.ts"
import { encodedString } from "../GuestMemory.ts"

/** Makes the calls for the arguments and the environment: those of the world, and no others. */
export const argumentCalls = ({ argv, env, memory }: Guest) => {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const writeSizes = (strings: ReadonlyArray<string>, countAt: number, bytesAt: number) => {
    memory.setU32(countAt, strings.length)
    memory.setU32(
      bytesAt,
      strings.reduce((sum, string) => sum + encodedString(string).length, 0)
    )
  }
  return {
    args_get: (pointersAt: number, bytesAt: number) => memory.writeStrings(argv, pointersAt, bytesAt),
    args_sizes_get: (countAt: number, bytesAt: number) => writeSizes(argv, countAt, bytesAt),
    environ_get: (pointersAt: number, bytesAt: number) => memory.writeStrings(variables, pointersAt, bytesAt),
    environ_sizes_get: (countAt: number, bytesAt: number) => writeSizes(variables, countAt, bytesAt)
  }
}
