import { type ResourceLimits, type SandboxName, sandboxNames } from "@toolgate/core"
import type { ToolGroup, ToolRule } from "../../PolicyConfig.ts"
import { mapOf } from "../mapOf.ts"
import { groupNames, toolNames } from "../names.ts"
import { duration, orUnlimited, size } from "../quantities.ts"
import { recordOf } from "../recordOf.ts"
import type { Shape } from "../Shape.ts"
import { count, flag, oneOf, sourced } from "../scalars.ts"
import { selectors } from "../selectors.ts"

const absent = "not bounded here"

const limits: Shape<Partial<ResourceLimits>> = recordOf(
  "limits",
  {
    wall_time: {
      shape: orUnlimited(duration),
      description: "How long a call may run. A tool's own time-out holds beside it.",
      absent
    },
    cpu_time: { shape: orUnlimited(duration), description: "How much processor time a call may use.", absent },
    memory: { shape: orUnlimited(size), description: "How much memory a call may use.", absent },
    processes: { shape: orUnlimited(count(1)), description: "How many processes may run at once.", absent },
    output: {
      shape: size,
      description: "How much a call may return. Never unlimited: it is held in memory and read by a model.",
      absent: "16MiB"
    }
  },
  (given) => ({
    ...(given.wall_time === undefined ? {} : { wallMs: given.wall_time }),
    ...(given.cpu_time === undefined ? {} : { cpuMs: given.cpu_time }),
    ...(given.memory === undefined ? {} : { memoryBytes: given.memory }),
    ...(given.processes === undefined ? {} : { processes: given.processes }),
    ...(given.output === undefined ? {} : { outputBytes: given.output })
  })
)

export const toolRule: Shape<ToolRule> = recordOf(
  "a tool's rule",
  {
    allowed: {
      shape: flag,
      description: "Whether the tool may be called at all. What is refused here no other rule allows.",
      absent: "true"
    },
    sandbox: {
      shape: oneOf<SandboxName>("sandbox", sandboxNames),
      description: "Where its calls run. A sandbox that is not installed stops the start.",
      absent: "the host"
    },
    limits: { shape: limits, description: "How much a call may use.", absent: "nothing is bounded here" }
  },
  ({ allowed = true, sandbox, limits = {} }, at, reading) => ({
    allowed,
    sandbox,
    limits,
    source: reading.source(at)
  })
)

export const toolRules: Shape<ReadonlyMap<string, ToolRule>> = mapOf("a map of tools", toolNames, toolRule)

export const toolGroups: Shape<ReadonlyMap<string, ToolGroup>> = mapOf(
  "a map of groups",
  groupNames,
  sourced(selectors, (members, source) => ({ members, source }))
)
