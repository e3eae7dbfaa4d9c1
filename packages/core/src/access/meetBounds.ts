import { cachePerFrozenObject } from "../cachePerObject.ts"
import type { FileException } from "../ExecutionGrant.ts"
import type { GrantBounds } from "../Verdict.ts"
import { meetFiles } from "./meetFiles.ts"
import { meetHosts } from "./meetHosts.ts"
import { meetLimits } from "./meetLimits.ts"

/**
 * Returns bounds that allow only what both allow, or `undefined` if they name different sandboxes.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { meetBounds } from "@toolgate/core/access"
 *
 * assert.deepEqual(meetBounds({ limits: { wallMs: 9_000 } }, { limits: { wallMs: 2_000 } }), {
 *   limits: { wallMs: 2_000 }
 * })
 * // No sandbox satisfies both.
 * assert.equal(meetBounds({ sandbox: "host" }, { sandbox: "wasm" }), undefined)
 * ```
 */
export const meetBounds = (first: GrantBounds, second: GrantBounds): GrantBounds | undefined => {
  if (first === second || isEmpty(second)) return first
  if (isEmpty(first)) return second
  if (first.sandbox !== undefined && second.sandbox !== undefined && first.sandbox !== second.sandbox) return undefined
  const sandbox = first.sandbox ?? second.sandbox
  const limits = both(first.limits, second.limits, meetLimits)
  const files = both(first.files, second.files, meetFiles)
  const hosts = both(first.hosts, second.hosts, meetHosts)
  const except = both(first.except, second.except, (a, b) => joined(a)(b))
  const confinement = both(first.confinement, second.confinement, (a, b) => (a === "waived" ? b : a))
  const env = both(first.env, second.env, meetNames)
  const path = both(first.path, second.path, (a, b) => a.filter((folder) => b.includes(folder)))
  const reads = both(first.reads, second.reads, (a, b) => a.filter((one) => b.includes(one)))
  return {
    ...(confinement === undefined ? {} : { confinement }),
    ...(env === undefined ? {} : { env }),
    ...(path === undefined ? {} : { path }),
    ...(reads === undefined ? {} : { reads }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(limits === undefined ? {} : { limits }),
    ...(files === undefined ? {} : { files }),
    ...(except === undefined ? {} : { except }),
    ...(hosts === undefined ? {} : { hosts })
  }
}

// The same lists are combined in every call. Compiled patterns are cached per list, so each pair is joined only once.
const joined = cachePerFrozenObject((first: ReadonlyArray<FileException>) =>
  cachePerFrozenObject((second: ReadonlyArray<FileException>) => Object.freeze([...first, ...second]))
)

const isEmpty = (bounds: GrantBounds): boolean => {
  for (const _ in bounds) return false
  return true
}

const both = <A>(first: A | undefined, second: A | undefined, met: (first: A, second: A) => A): A | undefined =>
  first === undefined ? second : second === undefined ? first : met(first, second)

const meetNames = (a: Names, b: Names): Names =>
  a === "any" ? b : b === "any" ? a : a.filter((name) => b.includes(name))

type Names = NonNullable<GrantBounds["env"]>
