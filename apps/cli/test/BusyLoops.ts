import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("./fixtures/busyLoop.mjs", import.meta.url))

/**
 * Processes that keep the processors busy. They end when they are disposed of, or when this process ends, however it
 * ends.
 */
export class BusyLoops implements AsyncDisposable {
  private readonly loops: ReadonlyArray<ReturnType<typeof spawn>>

  constructor(count: number) {
    // A loop ends with its standard input, which ends with this process.
    this.loops = Array.from({ length: count }, () =>
      spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] })
    )
    // If the test runner is gone, the remaining processes are not needed.
    process.once("disconnect", this.end)
  }

  /** Resolves when all loops spin. */
  async spinning(): Promise<void> {
    await Promise.all(this.loops.map(({ stdout }) => new Promise((resolve) => stdout?.once("data", resolve))))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off("disconnect", this.end)
    const ended = this.loops.map((loop) => new Promise((resolve) => loop.once("close", resolve)))
    this.end()
    await Promise.all(ended)
  }

  private readonly end = () => {
    for (const { stdin } of this.loops) stdin?.end()
  }
}
