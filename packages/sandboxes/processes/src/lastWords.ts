import type { Readable } from "node:stream"
import { untilDry } from "./untilDry.ts"

/** What a launcher had to say that has ended and left nothing behind, in a few words. Nobody else has read it. */
export const lastWords = async (stderr: Readable | undefined): Promise<string> => {
  let said = ""
  let bytes = 0
  stderr?.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (said.length < longest) said += chunk.toString()
  })
  await untilDry(() => bytes)
  stderr?.destroy()
  return said.slice(0, longest).trim() || "without saying why"
}

const longest = 1024
