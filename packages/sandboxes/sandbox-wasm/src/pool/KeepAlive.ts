/** A hold that keeps this process alive as long as somebody waits. A pool by itself does not keep it alive. */
export class KeepAlive {
  private waiting = 0
  private timer: ReturnType<typeof setInterval> | undefined = undefined

  take(): void {
    if (this.waiting++ > 0) return
    if (this.timer === undefined) this.timer = setInterval(() => {}, longest)
    else this.timer.ref()
  }

  give(): void {
    if (--this.waiting === 0) this.timer?.unref()
  }

  close(): void {
    clearInterval(this.timer)
  }
}

const longest = 2 ** 31 - 1
