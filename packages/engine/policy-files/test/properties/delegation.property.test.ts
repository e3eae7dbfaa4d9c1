import type { Ceiling, Principal } from "@toolgate/core"
import { DelegationRefused, type Demand, delegate } from "@toolgate/core/access"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { excess } from "./reach.ts"
import { strictness } from "./reference/decision.ts"
import { matchesHost } from "./reference/matchesHost.ts"
import { liesBeneath } from "./reference/pathMatches.ts"
import { maybe, one } from "./world/chance.ts"
import { agents, hosts, ports, roles, tasks, trees } from "./world/names.ts"
import { anyCeiling, anyPrincipal } from "./world/requests.ts"
import { anyWorld, policyOf } from "./world/world.ts"

/** Returns demands for parts of what the parent has, and sometimes for more. */
const demandOf = ({ ceiling }: Principal): fc.Arbitrary<Demand> =>
  fc
    .record({
      agent: one(agents),
      role: maybe<string>(2, one(roles)),
      task: maybe<string>(2, one(tasks)),
      wanted: fc.oneof(fc.constant({}), fc.constant(ceiling), partOf(ceiling), anyCeiling, partOf(ceiling))
    })
    .map(({ agent, role, task, wanted }) => ({
      agent,
      ...(role === undefined ? {} : { role }),
      ...(task === undefined ? {} : { task }),
      ceiling: wanted
    }))

const partOf = ({ tools, files, hosts: given, limits }: Ceiling): fc.Arbitrary<Partial<Ceiling>> =>
  fc
    .tuple(
      tools === "any" ? fc.constant(["shell"]) : fc.subarray([...tools]),
      fc.subarray([...(files ?? [])]),
      fc.subarray([...(given ?? [])]),
      fc.boolean(),
      fc.subarray(Object.entries(limits ?? {}))
    )
    .map(([some, trees_, hosts_, readOnly, limits_]) => ({
      tools: some,
      ...(files === undefined ? {} : { files: trees_ }),
      ...(given === undefined ? {} : { hosts: hosts_ }),
      ...(limits === undefined ? {} : { limits: Object.fromEntries(limits_) }),
      ...(readOnly ? { readOnly } : {})
    }))

const made = (parent: Principal, demand: Demand): Principal | undefined => {
  const child = delegate(parent, demand)
  return child instanceof DelegationRefused ? undefined : child
}

const parentAndDemand = anyPrincipal.chain((parent) => fc.tuple(fc.constant(parent), demandOf(parent)))

/** The places and servers at which one ceiling could let more happen than another. */
const places = [...trees.map((tree) => `${tree === "/" ? "" : tree}/new/file`), ...trees]
const servers = [...hosts, "new.example.org", "newer.new.example.org", "new.test", "10.0.0.1"]

const amounts = [1, 2, 3, 4, 5, 6, 7, 8, 9, Number.POSITIVE_INFINITY]

const giving = ({ tools, files, hosts: given, limits = {}, readOnly, noWeb }: Ceiling): ReadonlySet<string> =>
  new Set([
    ...(tools === "any" ? ["any tool"] : tools),
    ...(readOnly === true ? [] : ["changes"]),
    ...(noWeb === true ? [] : ["the network"]),
    ...(["wallMs", "memoryBytes", "outputBytes"] as const).flatMap((name) => {
      const { [name]: bound = "unlimited" } = limits
      return amounts.flatMap((amount) => (bound === "unlimited" || amount <= bound ? [`${name} ${amount}`] : []))
    }),
    ...places.flatMap((path) =>
      ["r", "w"].flatMap((letter) =>
        (files?.some((tree) => tree.mode.includes(letter) && liesBeneath(path, tree.path)) ?? true)
          ? [`${letter} ${path}`]
          : []
      )
    ),
    ...servers.flatMap((host) =>
      [...ports, 8080].flatMap((port) =>
        (given?.some((each) => matchesHost(each.host, host, port) && (each.port === "any" || each.port === port)) ??
        true)
          ? [`${host}:${port}`]
          : []
      )
    )
  ])

const exceeds = (parent: Ceiling, wanted: Partial<Ceiling>): boolean => {
  const limits = { ...parent.limits, ...wanted.limits }
  const [has, wants] = [giving(parent), giving({ ...parent, ...wanted, limits })]
  return [...wants].some((each) => !has.has(each) && !(has.has("any tool") && isTool(each, wanted)))
}

const isTool = (text: string, { tools }: Partial<Ceiling>) =>
  tools !== undefined && tools !== "any" && tools.includes(text)

describe("delegation", () => {
  it("refuses exactly the demands that exceed the parent", () => {
    fc.assert(
      fc.property(parentAndDemand, ([parent, demand]) => {
        expect(made(parent, demand) === undefined).toBe(exceeds(parent.ceiling, demand.ceiling ?? {}))
      }),
      runs(600)
    )
  })

  it("gives a child without demands the bounds of its parent", () => {
    fc.assert(
      fc.property(anyPrincipal, one(agents), (parent, agent) => {
        expect(made(parent, { agent })).toEqual({ agent, ceiling: parent.ceiling, parent })
      }),
      runs(50)
    )
  })

  it("never gives a child a call or access that its parent does not have", () => {
    fc.assert(
      fc.property(
        anyWorld.chain((world) =>
          fc.tuple(fc.constant(world), fc.tuple(...world.requests.map(({ context }) => demandOf(context.principal))))
        ),
        ([world, demands]) => {
          const { judge } = policyOf(world)
          world.requests.forEach((request, i) => {
            const { principal } = request.context
            const child = made(principal, demands[i] ?? { agent: "agent-2" })
            if (child === undefined) return
            const by = (who: Principal) => judge({ ...request, context: { ...request.context, principal: who } })
            const [own, childs] = [judge(request), by(child)]
            // Questions about unreadable text and denials of the network depend on the bounds of the run, and the
            // child's bounds are narrower. In these cases, the child is compared with its parent within the child's
            // bounds.
            const isAboutWalls =
              own.decision !== "allow" && /cannot be read|can reach the network/.test(`${own.because.rule} ${own.why}`)
            const within = isAboutWalls
              ? by({ ...principal, ceiling: { ...child.ceiling, tools: principal.ceiling.tools } })
              : own
            // The policy may confine another agent or role differently.
            const isSame = child.agent === principal.agent && child.role === principal.role
            const least = isAboutWalls && !isSame ? 0 : Math.min(strictness(own.decision), strictness(within.decision))
            expect(strictness(childs.decision)).toBeGreaterThanOrEqual(least)
            if (!isAboutWalls || isSame)
              expect(excess(request, strictness(own.decision) === least ? own : within, childs)).toEqual([])
          })
        }
      ),
      runs(300)
    )
  })
})
