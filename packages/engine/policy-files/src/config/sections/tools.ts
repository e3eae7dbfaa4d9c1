import { quoted, type SandboxName, sandboxNames } from "@toolgate/core"
import type { Sourced, ToolGroup, ToolRule, VariableName } from "@toolgate/policy"
import { addSource, flag, listOf, mapOf, oneOf, path, recordOf, type Shape, textOf } from "@toolgate/yaml-reading"
import { hosts } from "../hosts.ts"
import { limits } from "../limits.ts"
import { groupNames, toolNames } from "../names.ts"
import { selectors } from "../selectors.ts"

const variable: Shape<VariableName> = textOf(
  'the name of a variable, as in "HOME"',
  (text, { at, node }, reading) => {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) return { text, source: reading.source(at) }
    const [, name] = /^\$?\{?([A-Za-z_][A-Za-z0-9_]*)(?:\}$|=|$)/.exec(text) ?? []
    // The text after "=" may be a secret, and is not quoted.
    return reading.fault(node.at, () =>
      name === undefined
        ? `${quoted(text)} is not the name of a variable: use letters, digits and "_", and do not begin with a digit`
        : `write the variable "${name}" by its name alone; its value is taken from the gate's environment`
    )
  },
  { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }
)

const variables: Shape<ReadonlyArray<VariableName>> = listOf("a list of names of variables", variable)

const folder: Shape<{ readonly path: string } & Sourced> = {
  type: path.type,
  schema: path.schema,
  beneath: [],
  read: (entry, reading) => {
    const read = path.read(entry, reading)
    if (read === undefined) return undefined
    if (read === "/")
      return reading.fault(entry.node.at, () => "the path / contains everything; name a folder of programs")
    // A colon separates the folders in PATH.
    if (read.includes(":"))
      return reading.fault(
        entry.node.at,
        () => `the path ${quoted(read)} contains ":", which separates the folders of programs`
      )
    return { path: read, source: reading.source(entry.at) }
  }
}

const programFolders: Shape<ReadonlyArray<{ readonly path: string } & Sourced>> = listOf(
  "a list of absolute paths",
  folder
)

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
      shape: addSource(flag, (value, source) => ({ value, source })),
      description:
        "True: the tool's commands run as ordinary processes of the user, without namespaces. A later file can only set false.",
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
  addSource(selectors, (members, source) => ({ members, source }))
)
