// node startPostgres.ts: starts the server of this process, makes two databases, prints its folder and their addresses, and waits.
import { dirname } from "node:path"
import { postgresServer } from "../../src/index.ts"

const { data, database } = await postgresServer()
console.log(JSON.stringify([dirname(data), await database(), await database()]))
process.stdin.resume()
