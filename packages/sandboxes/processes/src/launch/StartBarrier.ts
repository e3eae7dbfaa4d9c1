import type { BarrierChannels } from "./launch.ts"

/** The launcher's report from inside the sandbox: whether the program exists, and whether the process limit is set. */
export interface LauncherReport {
  readonly isFound: boolean
  readonly holdsProcesses: boolean
}

/**
 * Receives the first process of the namespace and the launcher's report. Each is reported once, unless the launcher
 * fails first.
 */
interface Watcher {
  made(first: number): void
  arrived(first: number, said: LauncherReport): void
}

/** Holds a confined program after its mounts are made, until it is released. */
export class StartBarrier {
  private readonly channels: BarrierChannels
  private readonly watcher: Watcher
  private info = ""
  private first: number | undefined = undefined
  private ready = ""
  private hasArrived = false

  constructor(channels: BarrierChannels, watcher: Watcher) {
    this.channels = channels
    this.watcher = watcher
    const { info, ready, release } = channels
    // A failing launcher closes all channels; its exit reports the failure.
    for (const channel of [info, ready, release]) channel.on("error", () => {})
    info.on("data", (chunk: Buffer) => {
      this.info += chunk.toString()
      if (this.first !== undefined) return
      this.first = firstIn(this.info)
      if (this.first !== undefined) watcher.made(this.first)
      this.tellArrived()
    })
    ready.on("data", (chunk: Buffer) => {
      this.ready += chunk.toString()
      this.tellArrived()
    })
  }

  /** Releases the program. */
  open(): void {
    this.channels.release.end("\n")
  }

  private tellArrived(): void {
    if (!this.ready.endsWith("\n") || this.first === undefined || this.hasArrived) return
    this.hasArrived = true
    const [found, held] = this.ready.trim().split(" ")
    this.watcher.arrived(this.first, { isFound: found === "yes", holdsProcesses: held === "held" })
  }
}

// The number is complete when another character follows.
const firstIn = (text: string): number | undefined => {
  const found = /"child-pid"\s*:\s*(\d+)\D/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
