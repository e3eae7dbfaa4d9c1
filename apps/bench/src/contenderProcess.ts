import { fork } from "node:child_process"
import { once } from "node:events"
import type { Contender } from "./Contender.ts"

type Order = "warmUp" | "measure"
type Answer = { readonly ns: number } | { readonly error: unknown }

/**
 * Returns a contender in a separate process, which runs the program with these arguments. The program calls `answerAs`.
 */
export const startContender = (
  { name, rounds }: Pick<Contender, "name" | "rounds">,
  program: URL,
  args: ReadonlyArray<string>
): Contender => {
  const child = fork(program, args, { serialization: "advanced" })
  const ended = once(child, "exit")
  const died = ended.then(([code, signal]) => {
    throw new Error(`Its process ended ${signal === null ? `with exit code ${code}` : `by ${signal}`}.`)
  })
  died.catch(() => {})
  const answerTo = async (order: Order): Promise<number> => {
    const answered = once(child, "message")
    // An order fails only if the process is gone, which `died` reports.
    child.send(order, () => {})
    const [answer]: ReadonlyArray<Answer> = await Promise.race([answered, died])
    if (answer === undefined || "error" in answer) throw answer?.error
    return answer.ns
  }
  return {
    name,
    rounds,
    warmUp: async () => {
      await answerTo("warmUp")
    },
    measure: () => answerTo("measure"),
    close: async () => {
      if (child.connected) child.disconnect()
      await ended
    }
  }
}

/** Makes this process the contender of its parent. This process ends when the parent closes the contender or ends. */
export const answerAs = ({ warmUp, measure, close }: Contender): void => {
  const answerTo = async (order: Order): Promise<Answer> => {
    try {
      if (order === "measure") return { ns: await measure() }
      await warmUp()
      return { ns: 0 }
    } catch (error) {
      return { error }
    }
  }
  const end = async () => {
    await close()
    process.exit()
  }
  process.on("message", async (order: Order) => process.send?.(await answerTo(order), () => {}))
  if (process.connected) process.once("disconnect", end)
  else void end()
}
