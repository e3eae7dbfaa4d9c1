import { commandLimits, type ResourceLimits } from "@toolgate/core"
import { count, duration, orUnlimited, recordOf, type Shape, size } from "@toolgate/yaml-reading"

const absent = "not restricted by this file"
const beyond = "otherwise, and in a later file, not restricted by this file"

/** The shape of the limits of a call. */
export const limits: Shape<Partial<ResourceLimits>> = recordOf(
  "limits",
  {
    wall_time: {
      shape: orUnlimited(duration),
      description: "How long a call may run. A tool's own time-out also applies.",
      absent
    },
    cpu_time: { shape: orUnlimited(duration), description: "How much processor time a call may use.", absent },
    memory: {
      shape: orUnlimited(size),
      description: "How much memory a call may use.",
      absent: `${commandLimits.memoryShare * 100}% of the machine's memory for confined commands if a cgroup can enforce it; ${beyond}`
    },
    processes: {
      shape: orUnlimited(count(1)),
      description: "How many processes may run at once.",
      absent: `${commandLimits.processes} for confined commands; ${beyond}`
    },
    output: {
      shape: size,
      description:
        "How much output a call may return. It cannot be unlimited, because the output is kept in memory and read by a model.",
      absent: `${commandLimits.outputBytes / 2 ** 20}MiB for confined commands, otherwise 16MiB; in a later file, not restricted by this file`
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
