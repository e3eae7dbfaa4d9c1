import { writeSync } from "node:fs"
import { engine, world } from "./running.ts"

// Runs the script given as an argument, and writes each line that the script logs as it logs it.
const source = process.argv[2] ?? ""
const end = engine.run(source, process.argv[3] === "ts", { ...world, log: (line) => writeSync(1, `${line}\n`) })
writeSync(1, `ended: ${end.kind}\n`)
