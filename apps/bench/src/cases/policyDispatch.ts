import type { Tool } from "@toolgate/core"
import { DefaultPolicy, type PolicyConfig, parsePolicy } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { type Door, effectDoor, enginePromiseDoor, userDoor } from "../doors.ts"
import { echo } from "../echo.ts"
import type { Figure } from "../Figure.ts"
import { type EngineGate, engineGate, type UserGate, userGate } from "../gates.ts"
import type { Measured } from "../Measured.ts"
import type { Scale } from "../Scale.ts"
import { spreadOf } from "../statistics.ts"
import { defaultPolicy } from "../targets.ts"
import { echoWork } from "../work.ts"

const kinds = ["async", "sync"] as const
type Kind = (typeof kinds)[number]

/** The whole lifecycle under `DefaultPolicy`, and what it costs more than the same under `HostPolicy`. */
export const policyDispatch = async ({ rules }: Scale): Promise<Family> => {
  const tools = kinds.map((kind) => echo(kind, kind))
  const gates = [
    await gatesOf(host, tools),
    await gatesOf("DefaultPolicy", tools, fileOf(0)),
    await gatesOf(`DefaultPolicy, ${rules} rules`, tools, fileOf(rules))
  ]
  const doorNames = gates[0]?.doors.map(({ name }) => name) ?? []
  return {
    name: "policy.dispatch",
    title: "The whole lifecycle under DefaultPolicy",
    cases: gates.flatMap(({ policy, doors }) =>
      doors.flatMap((door) =>
        kinds.map(
          (kind): Case => ({
            name: nameOf(door, kind, policy),
            run: (times) => door.call(times, echoWork(kind))
          })
        )
      )
    ),
    figures: (measured) =>
      doorNames.flatMap((door) =>
        kinds.flatMap((kind) => [
          ...gates.map(({ policy }) => measured.figure(nameOf({ name: door }, kind, policy), L[kind])),
          ...gates.slice(1).map(({ policy }) => above(measured, { name: door }, kind, policy))
        ])
      ),
    notes: () => [
      "The policy is read from a file with tools, roles, an agent that has one, rules of every effect, modes of confirmation and a quota for another tool; the tool that is called needs no confirmation."
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

const gatesOf = async (policy: string, tools: ReadonlyArray<Tool>, config?: PolicyConfig): Promise<Gates> => {
  const choice = config === undefined ? {} : { policy: Layer.orDie(DefaultPolicy.layer({ configs: [config], tools })) }
  const inner: EngineGate = await engineGate(tools, choice)
  const outer: UserGate = await userGate(tools, choice)
  return {
    policy,
    doors: [effectDoor(inner), enginePromiseDoor(inner), userDoor(outer)],
    close: async () => {
      await inner.close()
      await outer.close()
    }
  }
}

const nameOf = ({ name }: Pick<Door, "name">, kind: Kind, policy: string) => `${name}, ${kind} handler, ${policy}`

const above = (measured: Measured, door: Pick<Door, "name">, kind: Kind, policy: string): Figure => {
  const names = [nameOf(door, kind, policy), nameOf(door, kind, host), L[kind]]
  const more = (one = 0, other = 0) => one - other
  const [oneLeast = 0, otherLeast = 0, unitLeast = 1] = names.map((name) => measured.time(name).min)
  return {
    name: `${door.name}, ${kind} handler, ${policy}, more than ${host}`,
    value: spreadOf(measured.perRound(names, more)),
    unit: "ns",
    ratio: spreadOf(measured.perRound(names, (one, other, unit = 1) => more(one, other) / unit)),
    ofLeast: more(oneLeast, otherLeast) / unitLeast,
    to: L[kind],
    atMost: defaultPolicy
  }
}

/** A file as a team would have it, and so many rules that name other tools. */
const fileOf = (rules: number): PolicyConfig => Effect.runSync(parsePolicy(textOf(rules), "toolgate.yaml"))

const textOf = (rules: number) => `
version: 1
default: { allowed: false }
tools:
  async: { sandbox: host }
  sync: { sandbox: host }
  shell: { sandbox: host, limits: { wall_time: 30s } }
layers:
  global: { deny: [raw_exec] }
  roles:
    worker: { allow: ["group:read"], web_access: false }
    coder: { allow: ["group:read", "group:write", shell], forbidden_tools: [http_post] }
  tasks: { review: { read_only: true, no_web: true } }
agents:
  default: { role: worker, tools: ["*"] }
  agent-1: { role: coder, tools: ["*"], net: ["*.example.org"] }
permissions:
  filesystem: { requires_approval: false }
rules:
  deny: ["shell(rm -rf:*)", "read_file(**/.env)"${Array.from({ length: rules }, (_, at) => `, tool_${at}`).join("")}]
  ask: ["shell(git push:*)"]
  allow: ["shell(git status:*)", "read_file(src/**)"]
tool_confirmation:
  default: { NONE: auto, READ: auto, WRITE: prompt, EXECUTE: prompt, NETWORK: prompt }
quotas: { shell: { per_session: 100, per_minute: 10 } }
`
