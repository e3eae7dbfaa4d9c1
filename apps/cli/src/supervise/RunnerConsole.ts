import type { RunnerOutput } from "@toolgate/supervisor"
import * as Effect from "effect/Effect"
import type { Screen } from "../Screen.ts"
import { ActionQueue } from "./ActionQueue.ts"
import { ShownOutput } from "./ShownOutput.ts"

/** Time that an unfinished line at a terminal delays our own lines, in milliseconds. */
const interruptAfterMs = 200

/** Most of our lines that wait to be printed. */
const mostWaiting = 1000

/** Combines the output of runners, lines about their calls, and questions, so that none interrupts a line of another. */
export class RunnerConsole {
  private readonly screen: Screen["Service"]
  private readonly shown = new ShownOutput()
  private readonly actions = new ActionQueue()
  /** Whether the current output line is unfinished. */
  private isOpen = false
  private waiting: Array<string> = []
  private omitted = 0
  private interruption: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(screen: Screen["Service"]) {
    this.screen = screen
  }

  /** Prints our lines as soon as the current line ends. */
  say(lines: string): void {
    if (lines === "") return
    if (this.waiting.length >= mostWaiting) {
      this.omitted++
      return
    }
    const count = this.waiting.push(lines)
    if (count === 1 || count === mostWaiting) void this.actions.add(() => this.printIfPossible())
  }

  /** Passes on the output of a runner. Resolves when the output is written. */
  pass({ session, stream, bytes }: RunnerOutput): Promise<void> {
    return this.actions.add(async () => {
      if (this.screen.isTerminal[stream]) {
        await this.show(stream, this.shown.text(`${session} ${stream}`, bytes))
      } else {
        await this.run(this.screen.bytes(stream, bytes))
        this.passed(stream, bytes.at(-1) === lineFeed)
      }
      if (!this.isOpen) await this.print()
    })
  }

  /** Shows the unfinished lines of a process that has ended. */
  finish(session: string): void {
    void this.actions.add(async () => {
      for (const stream of ["stdout", "stderr"] as const)
        await this.show(stream, this.shown.rest(`${session} ${stream}`))
    })
  }

  /** Gives the terminal to a question. All other output waits until the question is over. */
  ask<A>(question: () => Promise<A>, signal: AbortSignal): Promise<A> {
    return this.actions.add(async () => {
      await this.print()
      try {
        return await question()
      } finally {
        // The person did not press Enter after the prompt.
        if (signal.aborted) await this.run(this.screen.notice("\n"))
        this.isOpen = false
      }
    })
  }

  /** Notes that something else was written into our line, such as the terminal's ^C. */
  interrupted(): void {
    this.isOpen ||= this.screen.isTerminal.stderr
  }

  /** Prints the lines that still wait. */
  end(): Promise<void> {
    return this.actions.add(() => this.print())
  }

  private async show(stream: RunnerOutput["stream"], text: string): Promise<void> {
    if (text === "") return
    await this.run(stream === "stdout" ? this.screen.result(text) : this.screen.notice(text))
    this.passed(stream, text.endsWith("\n"))
  }

  private passed(stream: RunnerOutput["stream"], isEnded: boolean): void {
    if (stream === "stderr" || this.screen.isOne) this.isOpen = !isEnded
  }

  /** Prints waiting lines if the current line is finished. Otherwise they wait for its end or, at a terminal, for a short time. */
  private async printIfPossible(): Promise<void> {
    if (!this.isOpen || this.waiting.length >= mostWaiting) return this.print()
    if (this.screen.isTerminal.stderr)
      this.interruption ??= setTimeout(() => void this.actions.add(() => this.print()), interruptAfterMs)
  }

  private async print(): Promise<void> {
    clearTimeout(this.interruption)
    this.interruption = undefined
    if (this.waiting.length === 0) return
    const omitted = this.omitted === 0 ? "" : `toolgate: ${this.omitted} more lines are left out here.\n`
    const text = `${this.isOpen ? "\n" : ""}${this.waiting.join("")}${omitted}`
    this.waiting = []
    this.omitted = 0
    this.isOpen = false
    await this.run(this.screen.notice(text))
  }

  private run(effect: Effect.Effect<void>): Promise<void> {
    return Effect.runPromise(effect)
  }
}

const lineFeed = 0x0a
