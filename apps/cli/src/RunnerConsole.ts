import type { RunnerOutput } from "@toolgate/supervisor"
import * as Effect from "effect/Effect"
import type { Screen } from "./Screen.ts"
import { ShownOutput } from "./ShownOutput.ts"
import { Turns } from "./Turns.ts"

/** So long may a line of a runner's stay unfinished at a terminal, in milliseconds, before one of ours ends it. */
const patienceMs = 200

/** So many lines of ours are kept, while there is no place for them. */
const keptLines = 1000

/**
 * Where a runner's output, what is said about its calls, and questions meet: none of them lands in the middle of a line of
 * another's.
 */
export class RunnerConsole {
  private readonly screen: Screen["Service"]
  private readonly shown = new ShownOutput()
  private readonly turns = new Turns()
  /** Whether the line that one of ours would be written to is begun already. */
  private isOpen = false
  private said: Array<string> = []
  private left = 0
  private patience: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(screen: Screen["Service"]) {
    this.screen = screen
  }

  /** Says something in lines of ours, as soon as there is a place for them. */
  say(lines: string): void {
    if (lines === "") return
    if (this.said.length >= keptLines) {
      this.left++
      return
    }
    const kept = this.said.push(lines)
    if (kept === 1 || kept === keptLines) void this.turns.take(() => this.place())
  }

  /** Hands on what a runner printed; settles when it has been written. */
  pass({ session, stream, bytes }: RunnerOutput): Promise<void> {
    return this.turns.take(async () => {
      if (this.screen.isTerminal[stream]) {
        await this.show(stream, this.shown.text(`${session} ${stream}`, bytes))
      } else {
        await this.run(this.screen.bytes(stream, bytes))
        this.passed(stream, bytes.at(-1) === lineFeed)
      }
      if (!this.isOpen) await this.speak()
    })
  }

  /** Shows what a process left unfinished: nothing more of it comes. */
  finish(session: string): void {
    void this.turns.take(async () => {
      for (const stream of ["stdout", "stderr"] as const)
        await this.show(stream, this.shown.rest(`${session} ${stream}`))
    })
  }

  /** Leaves the terminal to a question; everything else waits until it is over. */
  ask<A>(question: () => Promise<A>, signal: AbortSignal): Promise<A> {
    return this.turns.take(async () => {
      await this.speak()
      try {
        return await question()
      } finally {
        // Nobody pressed Enter after the prompt.
        if (signal.aborted) await this.run(this.screen.notice("\n"))
        this.isOpen = false
      }
    })
  }

  /** Something that is not ours was written in a line of ours, such as the ^C of a terminal. */
  interrupted(): void {
    this.isOpen ||= this.screen.isTerminal.stderr
  }

  /** Says what is left to be said. */
  end(): Promise<void> {
    return this.turns.take(() => this.speak())
  }

  private async show(stream: RunnerOutput["stream"], text: string): Promise<void> {
    if (text === "") return
    await this.run(stream === "stdout" ? this.screen.result(text) : this.screen.notice(text))
    this.passed(stream, text.endsWith("\n"))
  }

  private passed(stream: RunnerOutput["stream"], isEnded: boolean): void {
    if (stream === "stderr" || this.screen.isOne) this.isOpen = !isEnded
  }

  /** Speaks where there is a place to; else when the line is ended, at a terminal not for long. */
  private async place(): Promise<void> {
    if (!this.isOpen || this.said.length >= keptLines) return this.speak()
    if (this.screen.isTerminal.stderr)
      this.patience ??= setTimeout(() => void this.turns.take(() => this.speak()), patienceMs)
  }

  private async speak(): Promise<void> {
    clearTimeout(this.patience)
    this.patience = undefined
    if (this.said.length === 0) return
    const left = this.left === 0 ? "" : `toolgate: ${this.left} more lines are left out here.\n`
    const text = `${this.isOpen ? "\n" : ""}${this.said.join("")}${left}`
    this.said = []
    this.left = 0
    this.isOpen = false
    await this.run(this.screen.notice(text))
  }

  private run(effect: Effect.Effect<void>): Promise<void> {
    return Effect.runPromise(effect)
  }
}

const lineFeed = 0x0a
