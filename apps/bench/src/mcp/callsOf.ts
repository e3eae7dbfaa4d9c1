import type { Client } from "@modelcontextprotocol/client"
import { allRight } from "../allRight.ts"

/** The text of a call, which its result repeats. */
export const text = "hello"

/** Returns a function that makes calls with a client, each after the last answer. */
export const callsOf = (client: Client, name: string) => async (times: number) => {
  let right = 0
  for (let call = 0; call < times; call++) {
    const { content } = await client.callTool({ name, arguments: { text } })
    if (content[0]?.type === "text" && content[0].text === text) right++
  }
  allRight(right, times)
}
