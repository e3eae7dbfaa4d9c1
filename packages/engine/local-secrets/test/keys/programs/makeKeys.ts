import { once } from "node:events"
import { openKeyFile } from "../../../src/index.ts"

const [path = ""] = process.argv.slice(2)
console.log("ready")
await once(process.stdin, "data")
for (let index = 0; index < 20; index++) console.log((await openKeyFile(`${path}${index}`)).id)
