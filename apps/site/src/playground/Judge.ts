import type { Judged, PlaygroundCall } from "./PlaygroundCall.ts"

/** The answer to a call: the verdict, the problems of the policy, or a sentence that says why there is neither. */
export type JudgeAnswer = Judged | { readonly failure: string }

/** The parts of a Web Worker that the judge uses. */
export interface JudgeWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onerror: ((event: unknown) => void) | null
  readonly postMessage: (call: PlaygroundCall) => void
  readonly terminate: () => void
}

/** The longest policy, arguments and names that are judged, in UTF-16 units. */
export const longest = { policy: 256 * 1024, argsText: 64 * 1024, name: 1024 } as const

/** The time for one call, in milliseconds. Loading the worker does not count. */
const timeLimitMs = 10_000

/**
 * Judges calls in a Web Worker, one at a time. Of the calls that arrive meanwhile, only the last is judged. A worker that
 * needs too long is ended, and the next call starts another.
 */
export class Judge {
  private readonly start: () => JudgeWorker
  private readonly show: (answer: JudgeAnswer) => void
  private worker: JudgeWorker | undefined
  private isReady = false
  private isBusy = false
  private next: PlaygroundCall | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(start: () => JudgeWorker, show: (answer: JudgeAnswer) => void) {
    this.start = start
    this.show = show
  }

  /** Judges a call and shows the answer, unless a later call replaces it first. */
  judge(call: PlaygroundCall): void {
    const failure = findExcess(call)
    this.next = failure === undefined ? call : undefined
    if (failure !== undefined) this.show({ failure })
    else if (this.worker === undefined) this.load()
    else this.send()
  }

  /** Ends the worker. */
  end(): void {
    clearTimeout(this.timer)
    this.worker?.terminate()
    this.worker = undefined
    this.isReady = false
    this.isBusy = false
  }

  private load(): void {
    this.worker = this.start()
    this.worker.onmessage = ({ data }) => {
      clearTimeout(this.timer)
      if (this.isReady) this.isBusy = false
      this.isReady = true
      // An answer that a later call has replaced is not shown.
      if (data !== "ready" && this.next === undefined) this.show(data as JudgeAnswer)
      this.send()
    }
    this.worker.onerror = () => {
      this.end()
      this.show({ failure: "The judge stopped, or could not be loaded. Reload this page." })
    }
  }

  private send(): void {
    if (!this.isReady || this.isBusy || this.next === undefined) return
    this.worker?.postMessage(this.next)
    this.next = undefined
    this.isBusy = true
    this.timer = setTimeout(() => this.stop(), timeLimitMs)
  }

  private stop(): void {
    this.end()
    const failure = `Judging this call took longer than ${timeLimitMs / 1000} seconds and was stopped. Shorten the policy or the call.`
    if (this.next === undefined) this.show({ failure })
    else this.load()
  }
}

const findExcess = ({ policy, argsText, tool, caller }: PlaygroundCall): string | undefined => {
  for (const [title, text, most] of [
    ["The policy has", policy, longest.policy],
    ["The arguments have", argsText, longest.argsText],
    ["The tool's name has", tool, longest.name],
    ...Object.entries(caller).map(([what, name]) => [`The name of the ${what} has`, name ?? "", longest.name] as const)
  ] as const)
    if (text.length > most)
      return `${title} ${count(text.length)} characters, and the playground judges at most ${count(most)}. Use "toolgate policy explain" for larger ones.`
  return undefined
}

const count = (characters: number): string => characters.toLocaleString("en")
