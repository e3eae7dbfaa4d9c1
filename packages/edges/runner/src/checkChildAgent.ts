import type { AgentCeiling, ChildAgentOptions } from "./ChildAgent.ts"
import { checkBoolean, checkList, checkText } from "./checkOption.ts"

/** Refuses a child that makes no message of the protocol. If it were sent, the supervisor would end this program. */
export const checkChildAgent = ({ agent, command, role, task, ceiling }: ChildAgentOptions) => {
  checkText("agent", agent)
  checkList("command", command, 1)
  for (const word of command) checkText("command", word, 128 * 1024, 0)
  if (role !== undefined) checkText("role", role)
  if (task !== undefined) checkText("task", task)
  if (ceiling !== undefined) checkCeiling(ceiling)
}

const checkCeiling = ({ tools, files, hosts, readOnly, noWeb }: AgentCeiling) => {
  if (tools !== undefined) checkList("ceiling.tools", tools)
  for (const name of tools ?? []) checkText("ceiling.tools", name)
  if (files !== undefined) checkList("ceiling.files", files)
  for (const { path, mode } of files ?? []) {
    checkText("ceiling.files.path", path, 4096)
    if (!["r", "w", "rw"].includes(mode)) throw new RangeError('The option "ceiling.files.mode" must be r, w or rw.')
  }
  if (hosts !== undefined) checkList("ceiling.hosts", hosts)
  for (const { host, port } of hosts ?? []) {
    checkText("ceiling.hosts.host", host)
    if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65535))
      throw new RangeError('The option "ceiling.hosts.port" must be a whole number from 1 to 65535.')
  }
  if (readOnly !== undefined) checkBoolean("ceiling.readOnly", readOnly)
  if (noWeb !== undefined) checkBoolean("ceiling.noWeb", noWeb)
}
