import { commandLimits, type ResourceLimits } from "@toolgate/core"
import { allowUnlimited, count, duration, recordOf, type Shape, size } from "@toolgate/yaml-reading"

const absent = "not restricted by this file"
const beyond = "otherwise, and in a later file, not restricted by this file"

const ofTool = "those of the tool"

const chain: Shape<Partial<ResourceLimits>> = recordOf(
  "limits of a chain",
  {
    max_tool_calls: {
      shape: count(0),
      description: "How many calls a script may make. Further calls are refused, and the script continues.",
      absent: ofTool
    },
    call_timeout: {
      shape: duration,
      description: "How long each of its calls may run. Time spent waiting for a person does not count.",
      absent: ofTool
    },
    total_timeout: {
      shape: duration,
      description: "How long the script may run. Time spent waiting for a person does not count.",
      absent: ofTool
    },
    max_inline_result: {
      shape: size,
      description:
        "The largest result that a script gets directly. A larger result is stored, and the script gets a reference to it.",
      absent: ofTool
    }
  },
  (given) => ({
    ...(given.max_tool_calls === undefined ? {} : { chainCalls: given.max_tool_calls }),
    ...(given.call_timeout === undefined ? {} : { chainCallMs: given.call_timeout }),
    ...(given.total_timeout === undefined ? {} : { chainMs: given.total_timeout }),
    ...(given.max_inline_result === undefined ? {} : { chainInlineBytes: given.max_inline_result })
  })
)

/** The shape of the limits of a call. */
export const limits: Shape<Partial<ResourceLimits>> = recordOf(
  "limits",
  {
    wall_time: {
      shape: allowUnlimited(duration),
      description: "How long a call may run. A tool's own time-out also applies.",
      absent
    },
    cpu_time: { shape: allowUnlimited(duration), description: "How much CPU time a call may use.", absent },
    memory: {
      shape: allowUnlimited(size),
      description: "How much memory a call may use.",
      absent: `${commandLimits.memoryShare * 100}% of the machine's memory for confined commands if a cgroup can enforce it; ${beyond}`
    },
    processes: {
      shape: allowUnlimited(count(1)),
      description: "How many processes may run at once.",
      absent: `${commandLimits.processes} for confined commands; ${beyond}`
    },
    output: {
      shape: size,
      description:
        "How much output a call may return. It cannot be unlimited, because the output stays in memory and a model reads it.",
      absent: `${commandLimits.outputBytes / 2 ** 20}MiB for confined commands, otherwise 16MiB; in a later file, not restricted by this file`
    },
    chain: { shape: chain, description: "The limits of a script that calls tools, as run_script does.", absent: ofTool }
  },
  (given) => ({
    ...(given.wall_time === undefined ? {} : { wallMs: given.wall_time }),
    ...(given.cpu_time === undefined ? {} : { cpuMs: given.cpu_time }),
    ...(given.memory === undefined ? {} : { memoryBytes: given.memory }),
    ...(given.processes === undefined ? {} : { processes: given.processes }),
    ...(given.output === undefined ? {} : { outputBytes: given.output }),
    ...given.chain
  })
)
