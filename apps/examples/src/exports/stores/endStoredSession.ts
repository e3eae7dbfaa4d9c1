import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/local-secrets"
import { endStoredSession, makeStoredSession } from "@toolgate/stores"

const key = new SecretKey(randomBytes(32))
const session = makeStoredSession({ token: "7f0e", options: {}, openedAt: 0 }, key)
const ended = endStoredSession(session, 1000, key)
assert.deepEqual([ended.id, ended.endedAt], [session.id, 1000])
