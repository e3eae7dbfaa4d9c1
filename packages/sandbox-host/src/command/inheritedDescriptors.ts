import { openSync, readdirSync, readFileSync } from "node:fs"
import { once } from "./once.ts"
import { tried } from "./tried.ts"

const O_CLOEXEC = 0o2000000

/**
 * The descriptors that this process was started with and would hand on to every program it starts, whatever they lead
 * to. What Node opens itself is never handed on.
 */
const inheritedDescriptors = (): ReadonlyArray<number> =>
  (tried(() => readdirSync("/proc/self/fdinfo")) ?? []).map(Number).filter((fd) => {
    const info = tried(() => readFileSync(`/proc/self/fdinfo/${fd}`, "latin1")) ?? ""
    const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1]
    return fd > 2 && flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0
  })

/**
 * The standard channels of a program followed by what puts nothing in the place of each inherited descriptor, since a
 * child cannot be started without them in any other way.
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
