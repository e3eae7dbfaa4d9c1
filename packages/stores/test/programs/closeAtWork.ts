import { SqliteThread } from "../../src/sqlite/SqliteThread.ts"
import { openStoreFile } from "../../src/sqlite/storeFile.ts"

// Closes a database that has not answered yet. Nothing else keeps the process alive.
const [place = ""] = process.argv.slice(2)
const thread = await SqliteThread.open(await openStoreFile(place))
const answers = Array.from({ length: 100 }, () => thread.run({ sql: "select 1", parameters: [] }))
await thread.close()
await Promise.all(answers)
console.log("closed")
