/** An abort controller that is made when its signal is first asked for: most tools never do, and it costs a microsecond. */
export class LazyAbort {
  private controller: AbortController | undefined = undefined
  private aborted = false

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController()
      if (this.aborted) this.controller.abort()
    }
    return this.controller.signal
  }

  abort(): void {
    this.aborted = true
    this.controller?.abort()
  }
}
