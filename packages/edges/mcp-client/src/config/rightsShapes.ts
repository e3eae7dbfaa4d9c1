import { quoted } from "@toolgate/core"
import {
  allowUnlimited,
  count,
  duration,
  oneOf,
  path,
  recordOf,
  type Shape,
  size,
  textOf
} from "@toolgate/yaml-reading"
import type { StdioSource } from "./McpConfig.ts"

const seenPath: Shape<string> = textOf("a path", (text, entry, reading) => {
  if (/^(?:\/|~|[A-Za-z]:)/.test(text)) return path.read(entry, reading)
  const names = text.split(/[\\/]/)
  if (text !== "" && text.length <= 4096 && !names.includes("..") && !/[\p{Cc}\p{Cs}*]/u.test(text)) return text
  return reading.fault(
    entry.node.at,
    () =>
      `the path ${quoted(text)} is not in the workspace: leave out "..", "*" and control characters, or begin it with "/" or "~/"`
  )
})

export const file = recordOf(
  "a file",
  {
    path: {
      shape: seenPath,
      description: "The file or folder. A path that is not absolute is in the workspace.",
      absent: undefined
    },
    mode: { shape: oneOf("mode", ["r", "w", "rw"]), description: "Whether it is read, written, or both.", absent: "r" }
  },
  ({ path = "", mode = "r" }) => ({ path, mode })
)

export const network: Shape<"none" | "any"> = {
  type: "none or any",
  schema: { enum: ["none", "any"] },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    const isAboutHosts =
      node.kind === "list" || (node.kind === "scalar" && typeof node.value === "string" && node.value.includes("."))
    return isAboutHosts
      ? reading.fault(
          node.at,
          () => '"network" does not take hosts yet; write none, or any if the server needs the network'
        )
      : oneOf("kind of network", ["none", "any"]).read(entry, reading)
  }
}

export const limits = recordOf(
  "limits",
  {
    cpu_time: {
      shape: allowUnlimited(duration),
      description: "The total CPU time of the program.",
      absent: "unlimited"
    },
    memory: {
      shape: allowUnlimited(size),
      description: "The memory of the program.",
      absent: "as for a confined command"
    },
    processes: {
      shape: allowUnlimited(count(1)),
      description: "The number of processes that run at once.",
      absent: "as for a confined command"
    }
  },
  ({ cpu_time: cpuMs, memory: memoryBytes, processes }): StdioSource["limits"] => ({
    ...(cpuMs === undefined ? {} : { cpuMs }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    ...(processes === undefined ? {} : { processes })
  })
)
