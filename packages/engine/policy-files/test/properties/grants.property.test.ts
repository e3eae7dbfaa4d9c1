import type { Ceiling, Principal } from "@toolgate/core"
import { getToolRules, resolveAccess } from "@toolgate/policy"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { limitsBeyond, reachOf } from "./reach.ts"
import { decide } from "./reference/decide.ts"
import { mostly, one } from "./world/chance.ts"
import { bareConfig } from "./world/configs.ts"
import { paths } from "./world/names.ts"
import { resolved } from "./world/requests.ts"
import { anyWorld, fullWorld, policyOf } from "./world/world.ts"

const ceilingsOf = ({ ceiling, parent }: Principal): ReadonlyArray<Ceiling> =>
  parent === undefined ? [ceiling] : [ceiling, ...ceilingsOf(parent)]

describe("a grant", () => {
  it("contains only access that the rules would allow", () => {
    fc.assert(
      fc.property(anyWorld, mostly("r" as const, 2, fc.constant("w" as const)), one(paths), (world, mode, path) => {
        const policy = policyOf(world)
        for (const request of world.requests) {
          const verdict = policy.judge(request)
          if (verdict.decision === "deny") continue
          const declared = request.resources.some((each) => each.kind === "file" && each.path === path)
          if (declared || !reachOf(resolveAccess(request, verdict.bounds)).has(`${mode} ${path}`)) continue
          // Programs load the secrets of their project, so that commands see them. A tool that names one asks.
          if (/\/\.env$/i.test(path)) continue
          // A file that the granted tree contains must also be allowed if the same call names the file.
          const said = { ...request, resources: [{ kind: "file" as const, path: resolved(path), mode }] }
          const rulesOnly = {
            ...world,
            judges: [],
            configs: world.configs.map(({ rules, groups }) => ({
              ...bareConfig,
              groups,
              rules: { ...rules, allow: [] }
            }))
          }
          const plain = {
            ...said,
            context: { ...said.context, principal: { agent: "a", ceiling: { tools: "any" as const } } }
          }
          const expected = decide(rulesOnly, { ...plain, resources: [] })
          if (expected === "allow") expect(decide(rulesOnly, plain), `${mode} ${path}`).toBe("allow")
        }
      }),
      runs(400)
    )
  })

  it("never exceeds the limits of the chain and of every file", () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const policy = policyOf(world)
        for (const request of world.requests) {
          const verdict = policy.judge(request)
          if (verdict.decision === "deny") continue
          const { tool, context } = request
          const given = world.configs.flatMap((config) => getToolRules(config, tool))
          for (const { limits = {} } of [...given, ...ceilingsOf(context.principal)])
            expect(limitsBeyond({ limits }, verdict.bounds)).toEqual([])
        }
      }),
      runs(200)
    )
  })

  it("contains only files of the call and its workspace", () => {
    fc.assert(
      fc.property(fullWorld, (world) => {
        const policy = policyOf(world)
        for (const request of world.requests) {
          const verdict = policy.judge(request)
          if (verdict.decision === "deny") continue
          const { files } = resolveAccess(request, verdict.bounds)
          const named = new Set<string>(request.resources.flatMap((each) => (each.kind === "file" ? [each.path] : [])))
          const { workspace } = request.context
          for (const { path, scope } of files)
            expect(scope === "exact" ? named.has(path) : path === workspace || path.startsWith(`${workspace}/`)).toBe(
              true
            )
        }
      }),
      runs(200)
    )
  })
})
