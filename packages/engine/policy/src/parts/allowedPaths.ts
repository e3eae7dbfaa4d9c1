import type { PolicyConfig } from "../config/PolicyConfig.ts"
import type { PolicyPart } from "../PolicyPart.ts"
import { meetValidated } from "../verdict/meet.ts"
import { noOpinion } from "../verdict/verdicts.ts"
import { ResourceBounds } from "./ResourceBounds.ts"

/**
 * Returns the part of a policy that restricts calls to the paths of the permission types. The paths of `filesystem`
 * bound the files of every call. The paths of another type bound the files of tools of that type.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { ResolvedPath } from "@toolgate/core"
 * import { allowedPaths, makePolicy } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const text = "version: 1\npermissions: { filesystem: { allowed_paths: [/app/notes] } }"
 * const { judge } = makePolicy([allowedPaths(Effect.runSync(parsePolicy(text, "toolgate.yaml")))])
 * const read = (path: string) =>
 *   judge(makePermissionRequest({ resources: [{ kind: "file", path: path as ResolvedPath, mode: "r" }] })).decision
 * assert.deepEqual([read("/app/notes/a.md"), read("/app/src/a.ts")], ["allow", "deny"])
 * ```
 */
export const allowedPaths = ({ permissions }: Pick<PolicyConfig, "permissions">): PolicyPart => {
  const bounds = new Map(
    [...permissions].flatMap(([type, { allowedPaths: allowed, source }]) => {
      if (allowed === undefined) return []
      const layer = `permission ${type}`
      const trees = allowed.map(({ path, source: at }) => ({
        path,
        mode: "rw" as const,
        because: { layer, rule: `allowed_paths ${path}`, source: at }
      }))
      const because = { layer, rule: "allowed_paths", source }
      return [[type, new ResourceBounds({ trees, hosts: undefined, because, whose: `permission "${type}"` })] as const]
    })
  )
  const boundsOf = (tool: { readonly permission: string | undefined }) =>
    [...bounds].filter(([type]) => type === "filesystem" || type === tool.permission).map(([, bound]) => bound)
  return {
    name: "allowed paths",
    of: (tool) => {
      const judges = boundsOf(tool).map(({ judge }) => judge)
      return judges.length === 0 ? noOpinion : meetValidated(...judges)
    },
    bounds: (tool) => boundsOf(tool).map((bound) => bound.bounds),
    explain: (request) => boundsOf(request.tool).flatMap((bound) => bound.findings(request))
  }
}
