import { type SandboxName, sandboxNames } from "@toolgate/core"
import type { ToolGroup, ToolRule } from "@toolgate/policy"
import { mapOf } from "../../yaml/mapOf.ts"
import { recordOf } from "../../yaml/recordOf.ts"
import type { Shape } from "../../yaml/Shape.ts"
import { flag, oneOf, sourced } from "../../yaml/scalars.ts"
import { hosts } from "../hosts.ts"
import { limits } from "../limits.ts"
import { groupNames, toolNames } from "../names.ts"
import { programFolders } from "../programFolders.ts"
import { selectors } from "../selectors.ts"
import { variables } from "../variables.ts"

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
      absent: "the host, or for a tool of nothing but guests, wasm"
    },
    limits: { shape: limits, description: "How much a call may use.", absent: "the defaults of its keys" },
    unconfined: {
      shape: sourced(flag, (value, source) => ({ value, source })),
      description:
        "True: its commands run as ordinary processes of the user, not in namespaces of their own. In a later file only false counts.",
      absent: "false; in a later file, as before"
    },
    env: {
      shape: variables,
      description:
        "The variables of the gate's own environment that its commands are given, by name. A later file can only take some back.",
      absent: "none; in a later file, as before"
    },
    path: {
      shape: programFolders,
      description:
        "Folders whose programs its confined commands find before those of the system, to be read: of each its `bin`, or itself where it has none. One that is a `bin` brings `lib`, `lib64` and `libexec` beside it along. A later file can only take some back.",
      absent: "none; in a later file, as before"
    },
    net: {
      shape: hosts,
      description:
        "The hosts that its calls may reach, written as for an agent. Of a command it is the whole network or none.",
      absent: "not bounded here"
    }
  },
  ({ allowed = true, sandbox, limits = {}, unconfined, env, path, net }, at, reading) => ({
    allowed,
    sandbox,
    limits,
    unconfined,
    env,
    path,
    net,
    source: reading.source(at)
  })
)

export const toolRules: Shape<ReadonlyMap<string, ToolRule>> = mapOf("a map of tools", toolNames, toolRule)

export const toolGroups: Shape<ReadonlyMap<string, ToolGroup>> = mapOf(
  "a map of groups",
  groupNames,
  sourced(selectors, (members, source) => ({ members, source }))
)
