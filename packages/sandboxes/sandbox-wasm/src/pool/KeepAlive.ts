/** Keeps this process alive while a caller waits. The pool itself does not. */
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
