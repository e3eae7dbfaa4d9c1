import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { type ChannelKind, channelKinds } from "./playedSupervisor.ts"

const agents = join(import.meta.dirname, "agents")
const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 8))"]).status === 0

/** A library under the contract: the command of an agent that uses it. The last argument is a scenario. */
export interface Client {
  readonly client: string
  readonly isHere: boolean
  readonly command: ReadonlyArray<string>
  readonly channels: ReadonlyArray<ChannelKind>
}

export const typescript: Client = {
  client: "TypeScript",
  isHere: true,
  command: [process.execPath, "--conditions=@toolgate/source", join(agents, "agent.ts")],
  channels: channelKinds
}

export const python: Client = {
  client: "Python",
  isHere: hasPython,
  command: ["python3", join(agents, "agent.py")],
  // Its standard library has no WebSocket.
  channels: ["3", "stdio"]
}

export const clients = [typescript, python]
