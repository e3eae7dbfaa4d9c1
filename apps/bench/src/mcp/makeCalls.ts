import type { Client } from "@modelcontextprotocol/client"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case } from "../Case.ts"
import { once } from "../once.ts"

/** A tool that returns its text, and a function that calls it. */
export interface Echo {
  /** Makes a call. Resolves with the text of the answer. */
  readonly call: (text: string) => Promise<string | undefined>
  readonly close: () => Promise<void>
}

/**
 * Returns a case of sequential calls. Opens what they need on the first call, and closes it at the end. A batch has a
 * given number of calls: the compiler needs some twenty thousand calls to settle.
 */
export const makeCalls = (
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
      assertAllRight(right, times)
    },
    close: async () => opened?.close()
  }
}

/** Returns the tool of a client's server. Closing it closes the client, and then the rest. */
export const echoOf = (client: Client, name: string, closeRest = async () => {}): Echo => ({
  call: async (text) => getText((await client.callTool({ name, arguments: { text } })).content),
  close: async () => {
    await client.close()
    await closeRest()
  }
})

/** Returns the text of an answer's first block. */
export const getText = ([first]: ReadonlyArray<{ readonly type: string; readonly text?: unknown }>) =>
  first?.type === "text" && typeof first.text === "string" ? first.text : undefined
