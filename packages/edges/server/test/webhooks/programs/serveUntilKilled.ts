// Asks one question, with webhooks to the receiver at argv[3] from a queue in the store at argv[2], and runs until it is killed.
import { openTestServer } from "../openTestServer.ts"
import { secret } from "../startReceiver.ts"

const [, , store, url = ""] = process.argv
const { call } = await openTestServer({ webhooks: [{ url, secret, allowPrivate: true }] }, store)
const { body } = await call({ to: "production" })
console.log(body.pending.approvalId)
