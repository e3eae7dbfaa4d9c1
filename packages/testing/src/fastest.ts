/**
 * The least processor time of one of several runs, in microseconds. It is that of this thread alone, which other programs take
 * nothing of.
 */
export const fastest = (work: () => unknown): number => {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const start = process.threadCpuUsage()
    let used = 0
    let times = 0
    // The system's clock of a thread moves in steps of several milliseconds.
    while (used < 50_000) {
      work()
      times++
      const { system, user } = process.threadCpuUsage(start)
      used = system + user
    }
    best = Math.min(best, used / times)
  }
  return best
}
