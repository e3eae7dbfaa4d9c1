// Two agents as separate processes, one in Python and one in TypeScript, in one folder under one policy. The policy
// denies one of their calls and asks about another. A person would answer; here a function does. Finally, the audit log
// is read.
import { spawnSync } from "node:child_process"
import { cp, mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, readAuditLog } from "@toolgate/audit"
import type { RunnerEvent } from "@toolgate/supervisor"
import { type ApprovalRequest, builtins, createToolgate, type RunnerOptions, shell } from "toolgate"

const agents = join(import.meta.dirname, "../agents")
const repository = join(import.meta.dirname, "../../..")

const folder = await mkdtemp(join(tmpdir(), "toolgate-example-"))
const workspace = join(folder, "shop")
await cp(join(agents, "shop"), workspace, { recursive: true })
await writeFile(join(workspace, ".env"), "TOKEN=hunter2\n")

// They see only their own code, so all access to the workspace goes through the gate.
const canConfine = spawnSync("bwrap", ["--version"]).status === 0
const confinement: RunnerOptions["confinement"] = canConfine
  ? { files: [repository, process.execPath].map((path) => ({ path, mode: "r" })) }
  : "none"
console.log(
  canConfine ? "The agents are confined." : "The agents are not confined: there is no bubblewrap (bwrap) here."
)

const onAsk = ({ agent, projectedModifications: [file = ""] }: ApprovalRequest) => {
  const isNote = file.startsWith("changes/")
  console.log(`${agent} asks to write ${file}: ${isNote ? "yes" : "no"}`)
  return isNote ? ({ decision: "approve" } as const) : ({ decision: "deny", reason: "Only notes." } as const)
}

const onEvent = (event: RunnerEvent) => {
  if (event.type !== "runner.answered") return
  const { toolName, success, error, executed } = event.execution
  console.log(`${event.agent} called ${toolName}:`, success ? "done" : `${error?.class} (executed: ${executed})`)
}

{
  await using gate = await createToolgate({
    workspace,
    policy: { files: [join(agents, "policy.yaml")] },
    tools: [...builtins(), shell],
    onAsk,
    audit: { folder: join(folder, "audit") }
  })
  const start = (agent: string, command: readonly [string, ...ReadonlyArray<string>]) =>
    gate.startRunner({ agent, command, confinement, onEvent, session: agent })
  const hasPython = spawnSync("python3", ["--version"]).status === 0
  const runners = await Promise.all([
    ...(hasPython ? [start("python", ["python3", join(agents, "agent.py"), "report"])] : []),
    start("typescript", [process.execPath, "--conditions=@toolgate/source", join(agents, "agent.ts"), "invoice"])
  ])
  for (const { ended } of runners) {
    const { how, status, message } = await ended
    console.log(message)
    if (how !== "exited" || status !== 0) process.exitCode = 1
  }
}

for await (const { record } of readAuditLog(folderSource(join(folder, "audit"))))
  if (record !== undefined && "tool" in record) console.log(record.kind, record.agent, record.tool)
