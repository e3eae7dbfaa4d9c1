import type { ChildProcess } from "node:child_process"
import type { RunCgroup } from "../cgroups/RunCgroup.ts"
import { tryOrUndefined } from "../tryOrUndefined.ts"
import type { ProcessTree } from "./ProcessTree.ts"
import { listRelatedProcesses } from "./processTable.ts"

/**
 * The processes of an unconfined run. If there is a cgroup, they are its processes, because no process leaves it by
 * itself. Otherwise they are searched: the process group, its descendants, and processes with the run's marker.
 */
export class LooseTree implements ProcessTree {
  private readonly child: ChildProcess
  private readonly leader: number
  private readonly cgroup: RunCgroup
  private readonly marker: string

  constructor(child: ChildProcess, leader: number, cgroup: RunCgroup, marker: string) {
    this.child = child
    this.leader = leader
    this.cgroup = cgroup
    this.marker = marker
  }

  terminate(): void {
    if (!this.cgroup.holdsProcesses) {
      this.signalFound("SIGTERM")
      return
    }
    const { processes } = this.cgroup
    // The launcher may not have entered the cgroup yet.
    if (!processes.includes(this.leader)) this.child.kill("SIGTERM")
    for (const pid of processes) signal(pid, "SIGTERM")
  }

  get isGone(): boolean {
    const left = this.cgroup.holdsProcesses ? this.cgroup.processes : listRelatedProcesses(this.leader, this.marker)
    return left.every((pid) => pid === this.leader)
  }

  kill(): void {
    if (this.cgroup.holdsProcesses) this.cgroup.kill()
    // A process may have started children before it was killed.
    else for (let round = 0; round < maxRounds && this.signalFound("SIGKILL"); round++);
    this.child.kill("SIGKILL")
  }

  private signalFound(name: "SIGTERM" | "SIGKILL"): boolean {
    // Searches before the signal, because a process loses its ancestry when its parent ends.
    const found = listRelatedProcesses(this.leader, this.marker)
    signal(-this.leader, name)
    return found.filter((pid) => signal(pid, name)).length > 0
  }
}

const maxRounds = 20

const signal = (pid: number, name: "SIGTERM" | "SIGKILL"): boolean =>
  tryOrUndefined(() => process.kill(pid, name)) ?? false
