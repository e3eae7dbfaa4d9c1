import { defineTool, type Tool, type ToolInstance } from "@toolgate/core"
import Type from "typebox"

/** A promise and its functions, with which a test decides when a tool continues. */
export const deferred = <A = void>() => Promise.withResolvers<A>()

/** A tool without arguments. */
export const tool = (name: string, execute: ToolInstance["execute"], more: Partial<Tool> = {}): Tool =>
  defineTool({ name, description: "For a test.", parameters: Type.Object({}), sideEffects: "NONE", ...more, execute })

export const echo = defineTool({
  name: "echo",
  description: "Says it again.",
  parameters: Type.Object({ text: Type.String() }, { additionalProperties: false }),
  sideEffects: "NONE",
  execute: ({ text }) => text
})

/** A tool that runs until a test lets it finish, and counts how many of its calls run at once. */
export const counting = (name = "counting") => {
  let running = 0
  let most = 0
  const started: Array<string> = []
  const waiting: Array<() => void> = []
  const watchers: Array<() => void> = []
  const blocked = tool(name, async (_args, { callId }) => {
    running++
    most = Math.max(most, running)
    started.push(callId)
    for (const watcher of watchers.splice(0)) watcher()
    await new Promise<void>((resolve) => waiting.push(resolve))
    running--
    return callId
  })
  return {
    tool: blocked,
    started,
    most: () => most,
    running: () => running,
    /** Resolves when this many calls have started in total. */
    untilStarted: async (count: number) => {
      while (started.length < count) await new Promise<void>((resolve) => watchers.push(resolve))
    },
    /** Lets the call that has run longest finish. */
    finishOne: () => waiting.shift()?.(),
    finishAll: async (total: number) => {
      for (let done = 0; done < total; done++) {
        while (waiting.length === 0) await new Promise<void>((resolve) => watchers.push(resolve))
        waiting.shift()?.()
      }
    }
  }
}
