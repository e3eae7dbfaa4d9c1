import { openSync, readdirSync, readFileSync } from "node:fs"
import { once } from "./once.ts"

const O_CLOEXEC = 0o2000000

/**
 * The standard channels of a program, followed by an entry that puts nothing in the place of each descriptor that this
 * process was started with. A child cannot be started without those in any other way.
 */
export const withoutInherited = <A>(channels: ReadonlyArray<A>): ReadonlyArray<A | "ignore" | number> => {
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
 * The descriptors that this process was started with and would hand on to every program it starts, whatever they lead
 * to. What Node opens itself is never handed on.
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
    // The descriptor that listed them is closed by now.
    return false
  }
}
