import type { ToolOutput } from "@toolgate/core"
import { HeadAndTail } from "./HeadAndTail.ts"

/** The run of a generator. */
interface GeneratorOwner {
  /** Receives each yielded value. Returns false to end the generator. */
  yielded(value: unknown): boolean
  returned(value: unknown): void
  /** Receives the error that ended the generator. */
  threw(cause: unknown): void
}

/** Values to take before the event loop runs. Otherwise no timer and no cancellation could end the run. */
const valuesPerTurn = 64

/** Bytes of yielded text to keep for a failed call. A generator may stream for hours. */
const keptBytes = 64 * 1024

/** Whether a value is an async generator, or an object with the same methods. */
export const isGenerator = (value: unknown): value is AsyncGenerator =>
  typeof value === "object" &&
  value !== null &&
  Symbol.asyncIterator in value &&
  "next" in value &&
  typeof value.next === "function" &&
  "return" in value &&
  typeof value.return === "function"

/**
 * The async generator of one run. Values are requested one by one until the generator ends. It is stopped at most once.
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

  /** Whether the yielded text exceeds the call's output limit. */
  get isOver(): boolean {
    return this.kept.bytes > this.outputBytes
  }

  start(): void {
    this.ask("next", false)
  }

  /** Calls the generator's `return`, so that its `finally` block runs. */
  stop(): void {
    if (this.isStopped) return
    this.isStopped = true
    this.ask("return", true)
  }

  /** Keeps yielded text for the output of a failed call. */
  keep(text: string): void {
    this.kept.push(text)
  }

  /** Returns the output of a failed call. It contains the yielded text, unless the generator returned content. */
  partial(output: ToolOutput): ToolOutput {
    if (this.kept.bytes === 0 || output.content.length > 0 || output.value !== undefined) return output
    return { ...output, content: [{ type: "text", text: this.kept.text() }], success: false }
  }

  /** `isStopping`: this request comes after `return`. Once the generator is stopped, only such requests continue. */
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
      // Reading the result may throw, because a tool may return any object.
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

  // A `finally` block may yield. The generator is then run to its end, because a second `return` would cut it short.
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
