import type { ExecutionGrant, FileAccess } from "@toolgate/core"
import { meetFiles, meetHosts, meetLimits } from "@toolgate/core/access"
import { canonicalizeJson } from "@toolgate/core/json"

/** Whether a grant permits nothing beyond another grant. False in case of doubt. */
export const isGrantWithin = (grant: ExecutionGrant, other: ExecutionGrant): boolean =>
  isSame(grant, other) ||
  (grant.sandbox === other.sandbox &&
    (grant.confinement === other.confinement || grant.confinement === "required") &&
    isSame(meetLimits(grant.limits, other.limits), grant.limits) &&
    grant.access.files.every((file) => other.access.files.some((outer) => isFileWithin(file, outer))) &&
    areHostsWithin(grant.access.hosts, other.access.hosts) &&
    areNamesWithin(grant.access.env, other.access.env) &&
    // With another order or a missing folder, other programs would be found.
    isSame(grant.access.path ?? [], other.access.path ?? []))

const isSame = (a: unknown, b: unknown): boolean => canonicalizeJson(a) === canonicalizeJson(b)

/** Whether the intersection equals the inner file, apart from the exceptions of the outer one. */
const isFileWithin = (file: FileAccess, outer: FileAccess): boolean => {
  const [met] = meetFiles([file], [outer])
  if (met === undefined || met.path !== file.path || met.mode !== file.mode || met.scope !== file.scope) return false
  const own = new Set(file.except?.map(canonicalizeJson))
  return (met.except ?? []).every((one) => own.has(canonicalizeJson(one)))
}

type Hosts = ExecutionGrant["access"]["hosts"]

const areHostsWithin = (hosts: Hosts, others: Hosts): boolean =>
  others === "any" ||
  (hosts !== "any" && hosts.every((host) => others.some((outer) => isSame(meetHosts([host], [outer]), [host]))))

type Names = ExecutionGrant["access"]["env"]

const areNamesWithin = (names: Names, others: Names): boolean =>
  others === "any" || (names !== "any" && names.every((name) => others.includes(name)))
