import type { Client } from "@modelcontextprotocol/client"
import { allRight } from "../allRight.ts"
import type { Case } from "../Case.ts"
import { once } from "../once.ts"

/** A tool that returns its text, and a way to call it. */
export interface Echo {
  /** Makes a call. Resolves with the text of the answer. */
  readonly call: (text: string) => Promise<string | undefined>
  readonly close: () => Promise<void>
}

/**
 * Calls that are made one after the other. What they need is opened at the first of them, and closed if it was opened. A batch is of
 * as many calls as are given. The compiler is done with a gate and the SDK after some twenty thousand, so that fewer would measure
 * the compiler.
 */
export const callsOf = (
  times: number,
  open: () => Promise<Echo>
): Pick<Case, "run" | "times" | "warmUpTimes"> & Pick<Echo, "close"> => {
  let opened: Echo | undefined
  const echo = once(async () => {
    opened = await open()
    return opened
  })
  return {
    times,
    warmUpTimes: 10_000,
    run: async (times) => {
      const { call } = await echo()
      let right = 0
      for (let made = 0; made < times; made++) if ((await call("hello")) === "hello") right++
      allRight(right, times)
    },
    close: async () => opened?.close()
  }
}

/** Returns the tool of a client's server. Closing it closes the client, and then the rest. */
export const echoOf = (client: Client, name: string, closeRest = async () => {}): Echo => ({
  call: async (text) => textOf((await client.callTool({ name, arguments: { text } })).content),
  close: async () => {
    await client.close()
    await closeRest()
  }
})

/** Returns the text of an answer's first block. */
export const textOf = ([first]: ReadonlyArray<{ readonly type: string; readonly text?: unknown }>) =>
  first?.type === "text" && typeof first.text === "string" ? first.text : undefined
