import type { Tool } from "@toolgate/core"
import { DefaultPolicy, HostPolicy } from "@toolgate/policy"
import { toolDefinition } from "@toolgate/testing"
import * as Layer from "effect/Layer"
import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { type Door, effectDoor, enginePromiseDoor, userDoor } from "../doors.ts"
import { echo } from "../echo.ts"
import { engineGate, userGate } from "../gates.ts"
import { once } from "../once.ts"
import { checking } from "../policy/checking.ts"
import { requestOf } from "../policy/Question.ts"
import { teamFile } from "../policy/teamFile.ts"
import type { Scale } from "../Scale.ts"
import { partsOf } from "../steps/parts.ts"
import { defaultPolicy } from "../targets.ts"
import { echoWork } from "../work.ts"

const kinds = ["async", "sync"] as const
type Kind = (typeof kinds)[number]

/** Measures the whole lifecycle under `DefaultPolicy`, and its additional cost over `HostPolicy`. */
export const policyDispatch = async ({ rules }: Scale): Promise<Family> => {
  const tools = kinds.map((kind) => echo(kind, kind))
  const policies = [
    { name: host, layer: HostPolicy.layer },
    ...[0, rules].map((more) => ({
      name: more === 0 ? "DefaultPolicy" : `DefaultPolicy, ${more} rules`,
      layer: Layer.orDie(Layer.suspend(() => DefaultPolicy.layer({ configs: [teamFile(more)] })))
    }))
  ]
  const gates = policies.map(({ name, layer }) => gatesOf(name, tools, layer))
  const doorNames = gates[0]?.doors.map(({ name }) => name) ?? []
  const request = requestOf(toolDefinition(echo("async", "async")), { agent: "default", ceiling: { tools: "any" } }, [])
  const alone = policies.map(({ name, layer }): Case => {
    const checked = once(() => checking(layer, partsOf(tools), request))
    return { name: `checkPermission alone, ${name}`, run: async (times) => (await checked())(times) }
  })
  return {
    name: "policy.dispatch",
    title: "The whole lifecycle under DefaultPolicy",
    apart: true,
    cases: [
      ...alone,
      ...gates.flatMap(({ policy, doors }) =>
        doors.flatMap((door) =>
          kinds.map(
            (kind): Case => ({
              name: nameOf(door.name, kind, policy),
              run: (times) => door.call(times, echoWork(kind))
            })
          )
        )
      )
    ],
    figures: (measured) => [
      ...alone.map(({ name }) => measured.figure(name, L.async)),
      ...doorNames.flatMap((door) =>
        kinds.flatMap((kind) => [
          ...gates.map(({ policy }) => measured.figure(nameOf(door, kind, policy), L[kind])),
          ...gates.slice(1).map(({ policy }) => {
            const name = nameOf(door, kind, policy)
            const cases = [name, nameOf(door, kind, host), L[kind]] as const
            return measured.difference(`${name}, more than ${host}`, cases, defaultPolicy)
          })
        ])
      )
    ],
    notes: () => [
      "The policy is read from a file with tools, roles, an agent that has one, rules of every effect, modes of confirmation and a quota for another tool; the tool that is called needs no confirmation.",
      "The additional cost of DefaultPolicy compared with HostPolicy is the difference of two large times, and as uncertain as both. The policy can only cause the cost of checkPermission."
    ],
    close: async () => {
      for (const { close } of gates) await close()
    }
  }
}

const host = "HostPolicy"

interface Gates {
  readonly policy: string
  readonly doors: ReadonlyArray<Door>
  readonly close: () => Promise<void>
}

type PolicyLayer = Parameters<typeof checking>[0]

const gatesOf = (policy: string, tools: ReadonlyArray<Tool>, layer: PolicyLayer): Gates => {
  const inner = engineGate(tools, { policy: layer })
  const outer = userGate(tools, { policy: layer })
  return {
    policy,
    doors: [effectDoor(inner), enginePromiseDoor(inner), userDoor(outer)],
    close: async () => {
      await inner.close()
      await outer.close()
    }
  }
}

const nameOf = (door: string, kind: Kind, policy: string) => `${door}, ${kind} handler, ${policy}`
