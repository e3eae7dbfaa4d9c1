import { type SandboxName, sandboxNames } from "@toolgate/core"
import type { ToolGroup, ToolRule } from "@toolgate/policy"
import { flag, mapOf, oneOf, recordOf, type Shape, sourced } from "@toolgate/yaml-reading"
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
      description: "Whether the tool may be called at all. No other rule allows a tool that is refused here.",
      absent: "true"
    },
    sandbox: {
      shape: oneOf<SandboxName>("sandbox", sandboxNames),
      description:
        "The sandbox in which the tool's calls run. If the sandbox is not installed, the gate does not start.",
      absent: "the host; wasm for a tool of guests only; provider for a hosted tool"
    },
    limits: { shape: limits, description: "How much a call may use.", absent: "the defaults of its keys" },
    unconfined: {
      shape: sourced(flag, (value, source) => ({ value, source })),
      description:
        "True: the tool's commands run as ordinary processes of the user, without namespaces of their own. A later file can only set false.",
      absent: "false; in a later file, unchanged"
    },
    env: {
      shape: variables,
      description:
        "The names of the variables that the tool's commands get from the gate's environment. A later file can only take variables away.",
      absent: "none; in a later file, unchanged"
    },
    path: {
      shape: programFolders,
      description:
        "Folders of programs that the tool's confined commands can read, and find before those of the system: in the `bin` of each folder, or in the folder itself if it has none. A folder that is itself a `bin` brings the `lib`, `lib64` and `libexec` beside it. A later file can only take folders away.",
      absent: "none; in a later file, unchanged"
    },
    net: {
      shape: hosts,
      description:
        "The hosts that the tool's calls may reach, written as for an agent. A command gets the whole network or none.",
      absent: "not restricted by this file"
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
