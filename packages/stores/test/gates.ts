import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import type { ApprovalStore, ChainRuns } from "@toolgate/core"
import { onTestFinished } from "vitest"
import { wordsFor } from "./runProgram.ts"

/** A store in a separate process. */
export interface Gate {
  /** Calls a method of the store. Rejects with the message of its error. */
  readonly call: (
    method: keyof ApprovalStore["Service"] | keyof ChainRuns["Service"] | "changeNaively" | "takeNaively",
    ...args: ReadonlyArray<unknown>
  ) => Promise<unknown>
  /** Ends the process at once, as `kill -9` does. */
  readonly kill: () => Promise<void>
}

/** Starts a process with a store, which ends with the test. */
export const startGate = async (place: string): Promise<Gate> => {
  const [condition = "", warning = "", program = ""] = wordsFor("gate.ts")
  const child: ChildProcess = fork(program, [place], { execArgv: [condition, warning] })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill("SIGKILL")
    await once(child, "exit")
  }
  onTestFinished(kill)
  await once(child, "message")
  return {
    kill,
    call: async (...words) => {
      const answered = once(child, "message")
      child.send(words)
      const [answer] = (await answered) as [{ readonly value?: unknown; readonly failed?: string }]
      if (answer.failed !== undefined) throw new Error(answer.failed)
      return answer.value
    }
  }
}
