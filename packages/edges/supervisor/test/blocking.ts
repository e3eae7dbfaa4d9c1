import { readFileSync } from "node:fs"

/** The end of a turn of the event loop. What comes next are timers, and only then what can be read. */
export const turnEnds = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Takes the event loop until a process is over, and for so many milliseconds at least. */
export const block = (pid: number, ms: number): void => {
  const until = performance.now() + ms
  while (!isOver(pid) || performance.now() < until);
}

const isOver = (pid: number) => readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ")
