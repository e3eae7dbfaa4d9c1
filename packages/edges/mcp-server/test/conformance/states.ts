import { randomBytes } from "node:crypto"
import { createRequestStateCodec } from "@modelcontextprotocol/server"

/** The state of the fixture from one request to the next, signed, because clients carry it. */
export const states = createRequestStateCodec<{ readonly round: number }>({ key: randomBytes(32) })
