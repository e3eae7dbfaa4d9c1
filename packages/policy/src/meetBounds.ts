import { hostMatches, namesPath, parseHostPattern } from "@toolgate/access"
import type { Bound, FileAccess, FileMode, GrantBounds, HostAccess, ResourceLimits } from "@toolgate/core"

/** What two bounds leave together; `undefined` where they leave no sandbox. */
export const meetBounds = (first: GrantBounds, second: GrantBounds): GrantBounds | undefined => {
  if (first === second || isEmpty(second)) return first
  if (isEmpty(first)) return second
  if (first.sandbox !== undefined && second.sandbox !== undefined && first.sandbox !== second.sandbox) return undefined
  const sandbox = first.sandbox ?? second.sandbox
  const limits = both(first.limits, second.limits, meetLimits)
  const files = both(first.files, second.files, meetFiles)
  const hosts = both(first.hosts, second.hosts, meetHosts)
  const except = both(first.except, second.except, (a, b) => [...a, ...b])
  const confinement = both(first.confinement, second.confinement, (a, b) => (a === "waived" ? b : a))
  const env = both(first.env, second.env, meetNames)
  const path = both(first.path, second.path, (a, b) => a.filter((folder) => b.includes(folder)))
  return {
    ...(confinement === undefined ? {} : { confinement }),
    ...(env === undefined ? {} : { env }),
    ...(path === undefined ? {} : { path }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(limits === undefined ? {} : { limits }),
    ...(files === undefined ? {} : { files }),
    ...(except === undefined ? {} : { except }),
    ...(hosts === undefined ? {} : { hosts })
  }
}

const isEmpty = (bounds: GrantBounds): boolean => {
  for (const _ in bounds) return false
  return true
}

const both = <A>(first: A | undefined, second: A | undefined, met: (first: A, second: A) => A): A | undefined =>
  first === undefined ? second : second === undefined ? first : met(first, second)

const meetNames = (a: Names, b: Names): Names =>
  a === "any" ? b : b === "any" ? a : a.filter((name) => b.includes(name))

type Names = NonNullable<GrantBounds["env"]>

/** The lower of each limit. */
export const meetLimits = <A extends Partial<ResourceLimits>>(first: A, second: Partial<ResourceLimits>): A => {
  const limits: Partial<Record<keyof ResourceLimits, Bound>> = { ...first }
  for (const name of Object.keys(second) as ReadonlyArray<keyof ResourceLimits>) {
    const [a, b] = [first[name], second[name]]
    if (b !== undefined) limits[name] = a === undefined ? b : lower(a, b)
  }
  return limits as A
}

const lower = (a: Bound, b: Bound): Bound => (a === "unlimited" ? b : b === "unlimited" ? a : Math.min(a, b))

/** Where both allow something: of two trees one of which holds the other, the inner one, with what both allow there. */
export const meetFiles = (
  first: ReadonlyArray<FileAccess>,
  second: ReadonlyArray<FileAccess>
): ReadonlyArray<FileAccess> => first.flatMap((a) => second.flatMap((b) => meetFile(a, b)))

const meetFile = (a: FileAccess, b: FileAccess): ReadonlyArray<FileAccess> => {
  const inner = holds(b, a) ? a : holds(a, b) ? b : undefined
  const mode = meetModes(a.mode, b.mode)
  if (inner === undefined || mode === undefined) return []
  const except = [...(a.except ?? []), ...(b.except ?? [])]
  return [{ path: inner.path, mode, scope: inner.scope, ...(except.length === 0 ? {} : { except }) }]
}

const holds = (outer: FileAccess, inner: FileAccess): boolean =>
  (outer.scope === "tree" || inner.scope === "exact") && namesPath(outer, inner.path)

export const meetModes = (a: FileMode, b: FileMode): FileMode | undefined =>
  a === "rw" ? b : b === "rw" || a === b ? a : undefined

/** Every host that both name. */
export const meetHosts = (
  first: ReadonlyArray<HostAccess>,
  second: ReadonlyArray<HostAccess>
): ReadonlyArray<HostAccess> => first.flatMap((a) => second.flatMap((b) => meetHost(a, b)))

const meetHost = (a: HostAccess, b: HostAccess): ReadonlyArray<HostAccess> => {
  const port = a.port === "any" ? b.port : b.port === "any" || a.port === b.port ? a.port : undefined
  const host = includesHost(b.host, a.host) ? a.host : includesHost(a.host, b.host) ? b.host : undefined
  return port === undefined || host === undefined ? [] : [{ host, port }]
}

/** Whether every host that the inner pattern names is named by the outer one. */
export const includesHost = (outer: string, inner: string): boolean => {
  const [o, i] = [parseHostPattern(outer), parseHostPattern(inner)]
  if (typeof o === "string" || typeof i === "string") return false
  if (o.before === "any") return true
  if (i.before === "none") return hostMatches({ ...o, port: "any" }, i.fixed, "any")
  if (i.before === "any" || o.before === "none") return false
  // `**.h` names all that `*.h` and `**.x.h` name; `*.h` only itself.
  if (i.fixed === o.fixed) return o.before === "some" || i.before === "one"
  return o.before === "some" && i.fixed.endsWith(`.${o.fixed}`)
}
