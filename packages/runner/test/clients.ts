import { spawnSync } from "node:child_process"
import { join } from "node:path"

const agents = join(import.meta.dirname, "agents")
const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 8))"]).status === 0

/** The libraries that hold the same contract, each by the command of an agent that uses it; a scenario is its last argument. */
export const clients = [
  {
    client: "TypeScript",
    isHere: true,
    command: [process.execPath, "--conditions=@toolgate/source", join(agents, "agent.ts")]
  },
  { client: "Python", isHere: hasPython, command: ["python3", join(agents, "agent.py")] }
]
