import type { Readable } from "node:stream"
import { untilDry } from "./untilDry.ts"

/**
 * Returns the output of a launcher that has ended and left nothing behind, shortened. Nobody else has read that output.
 */
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
