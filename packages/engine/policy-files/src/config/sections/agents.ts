import type { FileMode } from "@toolgate/core"
import type { AgentCapabilities, FileCapability } from "@toolgate/policy"
import { listOf, mapOf, oneOf, path, recordOf, type Shape } from "@toolgate/yaml-reading"
import { hosts } from "../hosts.ts"
import { freeName, freeNames } from "../names.ts"
import { selectors } from "../selectors.ts"

const fileModes = ["r", "w", "rw"] as const satisfies ReadonlyArray<FileMode>

const fileCapability: Shape<FileCapability> = recordOf(
  "a file capability",
  {
    path: { shape: path, description: "Everything beneath this path.", absent: undefined },
    mode: {
      shape: oneOf<FileMode>("mode", fileModes),
      description: "The access to the files beneath the path.",
      absent: undefined
    }
  },
  (given, at, reading) =>
    given.path === undefined || given.mode === undefined
      ? undefined
      : { path: given.path, mode: given.mode, source: reading.source(at) }
)

const roleOfAgent = freeName("a role")

const agent: Shape<AgentCapabilities> = recordOf(
  "an agent",
  {
    role: {
      shape: {
        ...roleOfAgent,
        read: (entry, reading) => {
          const name = roleOfAgent.read(entry, reading)
          if (name !== undefined) reading.uses.push({ kind: "role", name, at: entry.node.at })
          return name
        }
      },
      description: "The role of the agent's calls. If a call names another role, both roles apply.",
      absent: "none"
    },
    tools: {
      shape: selectors,
      description: "The tools that the agent may call. An empty list allows none.",
      absent: "all"
    },
    fs: {
      shape: listOf("a list of file capabilities", fileCapability),
      description: "The files that the agent may use. An empty list allows none.",
      absent: "not restricted by this file"
    },
    net: {
      shape: hosts,
      description:
        "The hosts that the agent may reach: `h`, `*.h` for one label before `h`, `**.h` for one or more labels, with or without `:PORT`.",
      absent: "not restricted by this file"
    }
  },
  ({ role, tools, fs, net }, at, reading) => ({ role, tools, fs, net, source: reading.source(at) })
)

export const agents: Shape<ReadonlyMap<string, AgentCapabilities>> = mapOf(
  "a map of agents",
  freeNames("AGENT", "an agent"),
  agent
)
