import type { Readable } from "node:stream"
import { OutputCollector } from "../command/OutputCollector.ts"

/** What a launcher had to say that has ended and left nothing behind, in a few words. Nobody else has read it. */
export const lastWords = async (stderr: Readable | undefined, drainedMs: number): Promise<string> => {
  const said = new OutputCollector("text", shown, () => {})
  if (stderr?.closed === false) said.read("stderr", stderr)
  await said.drained(drainedMs, async () => {})
  return said.main.text().trim() || "without saying why"
}

const shown = 1024
