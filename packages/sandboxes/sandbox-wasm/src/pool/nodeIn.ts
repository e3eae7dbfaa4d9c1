import { readdirSync, readFileSync } from "node:fs"

/**
 * The process of Node that bubblewrap has started: its only child is the first process of the namespaces, and the only child of that
 * one is Node. `undefined` where there is no such process any more.
 */
export const nodeIn = (bubblewrap: number | undefined, children = childrenOf): number | undefined => {
  const onlyChildOf = (pid: number | undefined) => {
    const [child, ...others] = pid === undefined ? [] : children(pid)
    return others.length === 0 ? child : undefined
  }
  return onlyChildOf(onlyChildOf(bubblewrap))
}

/** Not every kernel is built to list them. */
const childrenOf = (pid: number): ReadonlyArray<number> => {
  try {
    return numbers(readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" "))
  } catch {
    return childrenInTable(pid)
  }
}

/** Found by asking each process that there is for its parent. */
export const childrenInTable = (pid: number): ReadonlyArray<number> => {
  try {
    return numbers(readdirSync("/proc")).filter((other) => parentOf(other) === pid)
  } catch {
    return []
  }
}

const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name, in parentheses, may hold anything: its state and its parent follow.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
  } catch {
    return undefined
  }
}

const numbers = (texts: ReadonlyArray<string>) => texts.filter((text) => /^\d+$/.test(text)).map(Number)
