import type { HeldChannels } from "./launch.ts"

/**
 * The report of a launcher from inside the confinement: whether the program exists there, and whether the launcher
 * holds the limit of processes.
 */
export interface Said {
  readonly isFound: boolean
  readonly holdsProcesses: boolean
}

/**
 * A listener for the first process of the namespace and for the launcher's report. Both are reported once, or neither
 * if the launcher fails before.
 */
interface Watcher {
  made(first: number): void
  arrived(first: number, said: Said): void
}

/** The place where a confined program waits, with everything mounted, until it is let go. */
export class Gatehouse {
  private readonly channels: HeldChannels
  private readonly watcher: Watcher
  private info = ""
  private first: number | undefined = undefined
  private ready = ""
  private hasArrived = false

  constructor(channels: HeldChannels, watcher: Watcher) {
    this.channels = channels
    this.watcher = watcher
    const { info, ready, release } = channels
    // A launcher that fails closes all channels, and its exit reports the failure.
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

  /** Lets the program go. */
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

// The number is complete when something follows it.
const firstIn = (text: string): number | undefined => {
  const found = /"child-pid"\s*:\s*(\d+)\D/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
