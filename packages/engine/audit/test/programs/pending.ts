import { folderSource, pendingCalls } from "../../src/index.ts"

/** Prints the states of a log's pending calls, each once. */
const [folder = ""] = process.argv.slice(2)
process.stdout.write(JSON.stringify([...new Set((await pendingCalls(folderSource(folder))).map(({ state }) => state))]))
