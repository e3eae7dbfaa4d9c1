import type { Tool } from "@toolgate/core"
import { DefaultPolicy, HostPolicy } from "@toolgate/policy"
import { makeToolDefinition } from "@toolgate/testing"
import * as Layer from "effect/Layer"
import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { type Door, openEffectDoor, openEnginePromiseDoor, openUserDoor } from "../doors.ts"
import { echo } from "../echo.ts"
import { createEngineGate, createUserGate } from "../gates.ts"
import { once } from "../once.ts"
import { checkPermits } from "../policy/checkPermits.ts"
import { createTeamFile } from "../policy/createTeamFile.ts"
import { requestOf } from "../policy/Question.ts"
import type { Scale } from "../Scale.ts"
import { createParts } from "../steps/parts.ts"
import { defaultPolicy } from "../targets.ts"
import { echoWork } from "../work.ts"

const kinds = ["async", "sync"] as const
type Kind = (typeof kinds)[number]

/** Measures the whole lifecycle under `DefaultPolicy`, and its additional cost over `HostPolicy`. */
export const measurePolicyDispatch = async ({ rules }: Scale): Promise<Family> => {
  const tools = kinds.map((kind) => echo(kind, kind))
  const policies = [
    { name: host, layer: HostPolicy.layer },
    ...[0, rules].map((more) => ({
      name: more === 0 ? "DefaultPolicy" : `DefaultPolicy, ${more} rules`,
      layer: Layer.orDie(Layer.suspend(() => DefaultPolicy.layer({ configs: [createTeamFile(more)] })))
    }))
  ]
  const gates = policies.map(({ name, layer }) => gatesOf(name, tools, layer))
  const doorNames = gates[0]?.doors.map(({ name }) => name) ?? []
  const request = requestOf(
    makeToolDefinition(echo("async", "async")),
    { agent: "default", ceiling: { tools: "any" } },
    []
  )
  const alone = policies.map(({ name, layer }): Case => {
    const checked = once(() => checkPermits(layer, createParts(tools), request))
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

type PolicyLayer = Parameters<typeof checkPermits>[0]

const gatesOf = (policy: string, tools: ReadonlyArray<Tool>, layer: PolicyLayer): Gates => {
  const inner = createEngineGate(tools, { policy: layer })
  const outer = createUserGate(tools, { policy: layer })
  return {
    policy,
    doors: [openEffectDoor(inner), openEnginePromiseDoor(inner), openUserDoor(outer)],
    close: async () => {
      await inner.close()
      await outer.close()
    }
  }
}

const nameOf = (door: string, kind: Kind, policy: string) => `${door}, ${kind} handler, ${policy}`
