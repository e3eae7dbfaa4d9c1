import { limitNames, PathPattern, parseHostPattern } from "@toolgate/core/access"

type Members = Readonly<Record<string, unknown>>

/**
 * Finds the first fault in the bounds of a verdict, as the end of a sentence whose subject is the bounds; `undefined`
 * if the bounds are valid. An unknown name is a fault, because it would silently restrict nothing.
 */
export const findBoundsFault = (bounds: Members): string | undefined => {
  const stray = findStrayMember(bounds, new Set(Object.keys(checks)))
  if (stray !== undefined) return `have the unknown member ${JSON.stringify(stray)}`
  for (const [name, holds] of Object.entries(checks))
    if (bounds[name] !== undefined && !holds(bounds[name])) return `have an invalid value for ${JSON.stringify(name)}`
  return undefined
}

/** Returns the name of the first member, whether a string or a symbol, that is not in `known`, or `undefined`. */
export const findStrayMember = (given: object, known: ReadonlySet<PropertyKey>): string | undefined => {
  const stray = Reflect.ownKeys(given).find((name) => !known.has(name))
  return stray === undefined ? undefined : String(stray).slice(0, 64)
}

export const isRecord = (given: unknown): given is Members =>
  typeof given === "object" && given !== null && !Array.isArray(given)

const checks: Readonly<Record<string, (given: unknown) => boolean>> = {
  sandbox: (given) => typeof given === "string",
  limits: (given) =>
    isRecord(given) &&
    Object.entries(given).every(
      ([name, bound]) =>
        Object.hasOwn(limitNames, name) &&
        (bound === undefined ||
          (bound === "unlimited" && name !== "memoryShare" && !name.startsWith("chain")) ||
          (typeof bound === "number" && bound >= 0))
    ),
  files: (given) => isListOf(given, isFile),
  except: (given) => isListOf(given, isException),
  hosts: (given) => isListOf(given, isHost),
  confinement: (given) => given === "required" || given === "waived",
  env: (given) => given === "any" || isListOf(given, (name) => typeof name === "string"),
  path: (given) => isListOf(given, (folder) => typeof folder === "string" && /^\/[^:\0]*$/.test(folder)),
  reads: (given) => isListOf(given, (path) => typeof path === "string" && path.startsWith("/"))
}

const isListOf = (given: unknown, holds: (one: unknown) => boolean): boolean =>
  Array.isArray(given) && given.every(holds)

const isFile = (given: unknown): boolean =>
  isRecord(given) &&
  findStrayMember(given, fileMembers) === undefined &&
  typeof given.path === "string" &&
  isMode(given.mode) &&
  (given.scope === "exact" || given.scope === "tree") &&
  (given.except === undefined || isListOf(given.except, isException))

const fileMembers = new Set(["path", "mode", "scope", "except"])

const isException = (given: unknown): boolean =>
  isRecord(given) &&
  findStrayMember(given, exceptionMembers) === undefined &&
  isMode(given.mode) &&
  isPathPattern(given.pattern) &&
  (given.unless === undefined || isListOf(given.unless, isPathPattern)) &&
  (given.of === undefined || given.of === "file") &&
  (given.appearing === undefined || given.appearing === "inspected") &&
  (given.why === undefined || typeof given.why === "string")

const isPathPattern = (given: unknown): boolean =>
  typeof given === "string" && typeof PathPattern.parse(given, { folded: true }) !== "string"

const exceptionMembers = new Set(["pattern", "mode", "unless", "of", "appearing", "why"])

const isHost = (given: unknown): boolean =>
  isRecord(given) &&
  findStrayMember(given, hostMembers) === undefined &&
  typeof given.host === "string" &&
  typeof parseHostPattern(given.host) !== "string" &&
  (given.port === "any" || typeof given.port === "number")

const hostMembers = new Set(["host", "port"])

const isMode = (given: unknown): boolean => given === "r" || given === "w" || given === "rw"
