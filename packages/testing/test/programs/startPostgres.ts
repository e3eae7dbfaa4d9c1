// node startPostgres.ts: starts the server of this process, makes two databases, prints its folder and their addresses, and waits.
import { dirname } from "node:path"
import { startPostgresServer } from "../../src/index.ts"

const { data, database } = await startPostgresServer()
console.log(JSON.stringify([dirname(data), await database(), await database()]))
process.stdin.resume()
