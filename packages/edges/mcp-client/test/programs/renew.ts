// A process that renews a token on command and prints whether it has one. "unlocked": without the lock file.
import { once } from "node:events"
import * as sdk from "@modelcontextprotocol/client"
import { createStoredTokens } from "../../src/authorization/createStoredTokens.ts"
import { SignInFile } from "../../src/authorization/SignInFile.ts"

const [folder = "", url = "", way] = process.argv.slice(2)
const file = new SignInFile(folder, "web", new URL(url))
if (way === "unlocked") file.locked = (run) => run()
const tokens = createStoredTokens(sdk, { auth: undefined, file, fetchFn: fetch, command: () => "login" })
const stale = await tokens.current()
process.stdout.write("ready\n")
await once(process.stdin, "data")
const renewed = await tokens.instead(stale, {}).catch(({ message }) => message)
process.stdout.write(`${renewed}\n`)
process.exit()
