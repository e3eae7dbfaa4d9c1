import { openSync, readdirSync, readFileSync } from "node:fs"
import { once } from "./once.ts"

const O_CLOEXEC = 0o2000000

/**
 * Appends an entry for each descriptor that this process inherited to the standard channels of a program. Such an entry
 * opens /dev/null there instead. Node has no other way to start a child without inherited descriptors.
 */
export const coverInherited = <A>(channels: ReadonlyArray<A>): ReadonlyArray<A | "ignore" | number> => {
  const covers = allCovers()
  return covers.length <= channels.length ? channels : [...channels, ...covers.slice(channels.length)]
}

const allCovers = once(() => coversOf(inheritedDescriptors()))

const coversOf = (inherited: ReadonlyArray<number>): ReadonlyArray<"ignore" | number> => {
  if (inherited.length === 0) return []
  const nowhere = openSync("/dev/null", "r+")
  return Array.from({ length: Math.max(...inherited) + 1 }, (_none, fd) =>
    inherited.includes(fd) ? nowhere : "ignore"
  )
}

/**
 * Returns the inherited descriptors that every child would inherit too. Node never passes on the descriptors that it
 * opens itself.
 */
const inheritedDescriptors = (): ReadonlyArray<number> => {
  try {
    return readdirSync("/proc/self/fdinfo").map(Number).filter(isHandedOn)
  } catch {
    return []
  }
}

const isHandedOn = (fd: number): boolean => {
  if (fd <= 2) return false
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "latin1"))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0
  } catch {
    // The descriptor that listed the folder is closed by now.
    return false
  }
}
