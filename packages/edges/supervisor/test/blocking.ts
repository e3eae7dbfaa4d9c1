import { readFileSync } from "node:fs"

/** Resolves at the end of a turn of the event loop. Timers come next, and reading only after them. */
export const turnEnds = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Blocks the event loop until a process is over, and at least for the given milliseconds. */
export const block = (pid: number, ms: number): void => {
  const until = performance.now() + ms
  while (!isOver(pid) || performance.now() < until);
}

const isOver = (pid: number) => readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ")
