import type { Readable } from "node:stream"
import { OutputCollector } from "../command/OutputCollector.ts"

/** What a launcher that ended has to say, in a few words: nobody else has read it. */
export const lastWords = async (stderr: Readable | undefined, drainedMs: number): Promise<string> => {
  const said = new OutputCollector("text", shown, () => {})
  if (stderr?.closed === false) said.read("stderr", stderr)
  await said.drained(drainedMs)
  return said.main.text().trim() || "without saying why"
}

const shown = 1024
