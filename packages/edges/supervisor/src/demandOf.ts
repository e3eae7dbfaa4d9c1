import type { Ceiling, ResolvedPath } from "@toolgate/core"
import type { Demand } from "@toolgate/core/access"
import type { AgentStartMessage, CeilingMessage } from "@toolgate/runner/protocol"

/** Returns what a runner asks for its child. */
export const demandOf = ({ agent, role, task, ceiling }: AgentStartMessage): Demand => ({
  agent,
  ...(role === undefined ? {} : { role }),
  ...(task === undefined ? {} : { task }),
  ...(ceiling === undefined ? {} : { ceiling: ceilingOf(ceiling) })
})

const ceilingOf = ({ tools, files, hosts, read_only, no_web }: CeilingMessage): Partial<Ceiling> => ({
  ...(tools === undefined ? {} : { tools }),
  // The path is compared with the parent's as it is written. It is refused unless it has the form of a resolved path.
  ...(files === undefined ? {} : { files: files.map(({ path, mode }) => ({ path: path as ResolvedPath, mode })) }),
  ...(hosts === undefined ? {} : { hosts: hosts.map(({ host, port }) => ({ host, port: port ?? "any" })) }),
  ...(read_only === undefined ? {} : { readOnly: read_only }),
  ...(no_web === undefined ? {} : { noWeb: no_web })
})
