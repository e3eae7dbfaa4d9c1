import { AgentNotStarted } from "./AgentNotStarted.ts"
import type { AgentCeiling, AgentEnd, ChildAgent, ChildAgentOptions } from "./ChildAgent.ts"
import { checkBoolean, checkList, checkText } from "./checkOption.ts"
import type { AgentEndedMessage, AgentStartedMessage, CeilingMessage } from "./protocol.ts"
import type { SupervisorChannel } from "./SupervisorChannel.ts"

interface OpenChild {
  readonly agent: string
  readonly started: PromiseWithResolvers<void>
  readonly ended: PromiseWithResolvers<AgentEnd>
}

/** Children that were requested and have not ended. */
export class ChildAgents {
  private readonly channel: SupervisorChannel
  private readonly children = new Map<string, OpenChild>()
  private count = 0

  constructor(channel: SupervisorChannel) {
    this.channel = channel
  }

  async start(options: ChildAgentOptions): Promise<ChildAgent> {
    checkChildAgent(options)
    const { agent, command, role, task, ceiling } = options
    if (this.channel.disconnected !== undefined) throw this.channel.disconnected
    this.count += 1
    const id = `${this.count}`
    const child: OpenChild = { agent, started: Promise.withResolvers(), ended: Promise.withResolvers() }
    // A caller need not wait for its child.
    child.ended.promise.catch(() => {})
    this.children.set(id, child)
    this.channel.hold()
    this.channel.send({
      op: "agent_start",
      agent_id: id,
      agent,
      command: [...command],
      ...(role === undefined ? {} : { role }),
      ...(task === undefined ? {} : { task }),
      ...(ceiling === undefined ? {} : { ceiling: ceilingMessage(ceiling) })
    })
    await child.started.promise
    return { agent, ended: child.ended.promise, stop: () => this.stop(id) }
  }

  started(message: AgentStartedMessage) {
    const child = this.children.get(message.agent_id)
    if (child === undefined) return
    if (message.ok) return child.started.resolve()
    this.forget(message.agent_id)
    child.started.reject(new AgentNotStarted(child.agent, message.error, message.message))
  }

  ended({ agent_id, ok, message, result }: AgentEndedMessage) {
    const child = this.children.get(agent_id)
    if (child === undefined) return
    this.forget(agent_id)
    child.ended.resolve({ ok, message, result })
  }

  /** Rejects all children, because the channel has closed. */
  rejectAll(why: Error) {
    for (const [id, { started, ended }] of this.children) {
      this.forget(id)
      started.reject(why)
      ended.reject(why)
    }
  }

  private stop(id: string) {
    if (this.children.has(id)) this.channel.send({ op: "agent_stop", agent_id: id })
  }

  private forget(id: string) {
    if (this.children.delete(id)) this.channel.release()
  }
}

const ceilingMessage = ({ tools, files, hosts, readOnly, noWeb }: AgentCeiling): CeilingMessage => ({
  ...(tools === undefined ? {} : { tools: [...tools] }),
  ...(files === undefined ? {} : { files: [...files] }),
  ...(hosts === undefined ? {} : { hosts: [...hosts] }),
  ...(readOnly === undefined ? {} : { read_only: readOnly }),
  ...(noWeb === undefined ? {} : { no_web: noWeb })
})

/** Rejects options that do not make a valid message. The supervisor would end this program for an invalid one. */
const checkChildAgent = ({ agent, command, role, task, ceiling }: ChildAgentOptions) => {
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
