import type { Gatehouse as Channels } from "./launch.ts"

/** Where a confined program waits, when everything is mounted, until it is let go. */
export class Gatehouse {
  private readonly channels: Channels
  private readonly arrived: (first: number, isFound: boolean) => void
  private info = ""
  private first: number | undefined = undefined
  private ready = ""
  private hasArrived = false

  /**
   * `arrived` is told once, with the first process of the namespace, and whether the program is found in it. It is not told
   * where the launcher fails.
   */
  constructor(channels: Channels, arrived: (first: number, isFound: boolean) => void) {
    this.channels = channels
    this.arrived = arrived
    const { info, ready, release } = channels
    // A launcher that fails closes them all; its exit says so.
    for (const channel of [info, ready, release]) channel.on("error", () => {})
    info.on("data", (chunk: Buffer) => {
      this.info += chunk.toString()
      this.first ??= firstIn(this.info)
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
    this.arrived(this.first, this.ready === "yes\n")
  }
}

// The number is whole when something follows it.
const firstIn = (text: string): number | undefined => {
  const found = /"child-pid"\s*:\s*(\d+)\D/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
