import type { ToolOutput } from "@toolgate/core"
import { HeadAndTail } from "./HeadAndTail.ts"

/** The run that a generator belongs to. */
interface GeneratorOwner {
  /** Receives each value that the generator yields. Returns false once nothing more of it is wanted. */
  yielded(value: unknown): boolean
  /** Receives the result. */
  returned(value: unknown): void
  /** Receives what ended the generator in the place of a result. */
  threw(cause: unknown): void
}

/**
 * The number of values that are taken before the event loop gets a turn. Without a turn, no timer and no cancellation
 * could end the run.
 */
const valuesPerTurn = 64

/** The most bytes of yielded text that a failed call keeps. A generator may stream for hours. */
const keptBytes = 64 * 1024

/** True for what an async generator function returns, and for an object that can be driven and stopped like it. */
export const isGenerator = (value: unknown): value is AsyncGenerator =>
  typeof value === "object" &&
  value !== null &&
  Symbol.asyncIterator in value &&
  "next" in value &&
  typeof value.next === "function" &&
  "return" in value &&
  typeof value.return === "function"

/**
 * The async generator of one run. It is asked for one value after the other until it ends, and told to stop at most
 * once.
 */
export class ToolGenerator {
  private readonly generator: AsyncGenerator
  private readonly owner: GeneratorOwner
  private readonly kept: HeadAndTail
  private readonly outputBytes: number
  private isStopped = false
  private takenThisTurn = 0

  constructor(generator: AsyncGenerator, owner: GeneratorOwner, outputBytes: number) {
    this.generator = generator
    this.owner = owner
    this.kept = new HeadAndTail(Math.min(outputBytes, keptBytes))
    this.outputBytes = outputBytes
  }

  /** Whether more text was yielded than the call's output may hold. */
  get isOver(): boolean {
    return this.kept.bytes > this.outputBytes
  }

  start(): void {
    this.ask("next", false)
  }

  /** Calls the generator's `return`, so that its `finally` runs. */
  stop(): void {
    if (this.isStopped) return
    this.isStopped = true
    this.ask("return", true)
  }

  /** Keeps a yielded text for the output of a call that fails. */
  keep(text: string): void {
    this.kept.push(text)
  }

  /** Returns the output of a call that failed: with the text that was yielded, unless the generator returned something to read. */
  partial(output: ToolOutput): ToolOutput {
    if (this.kept.bytes === 0 || output.content.length > 0 || output.value !== undefined) return output
    return { ...output, content: [{ type: "text", text: this.kept.text() }], success: false }
  }

  /** `isStopping` marks the questions that follow `return`. Once the generator is told to stop, only those go on. */
  private ask(method: "next" | "return", isStopping: boolean): void {
    try {
      Promise.resolve(method === "next" ? this.generator.next() : this.generator.return(undefined)).then(
        (result) => this.take(result, isStopping),
        (cause) => this.owner.threw(cause)
      )
    } catch (cause) {
      this.owner.threw(cause)
    }
  }

  private take(answer: unknown, isStopping: boolean): void {
    let result: IteratorResult<unknown, unknown>
    let goesOn: boolean
    try {
      // The answer may be an object of anybody's making, so reading it may throw.
      const { done, value } = answer as IteratorResult<unknown, unknown>
      result = { done: Boolean(done), value }
      goesOn = !done && this.owner.yielded(value)
    } catch (cause) {
      this.owner.threw(cause)
      return
    }
    if (result.done) this.owner.returned(result.value)
    else if (goesOn) this.goOn(isStopping)
  }

  // A `finally` may yield. The generator is then asked on to its end, which a second `return` would cut short.
  private goOn(isStopping: boolean): void {
    if (this.isStopped !== isStopping) return
    if (++this.takenThisTurn < valuesPerTurn) {
      this.ask("next", isStopping)
      return
    }
    this.takenThisTurn = 0
    setImmediate(() => {
      if (this.isStopped === isStopping) this.ask("next", isStopping)
    })
  }
}
