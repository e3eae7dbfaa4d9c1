import assert from "node:assert/strict"
import { KeyUnavailable, keyOf } from "@toolgate/local-secrets"

const cause = await keyOf("env:NO_SUCH_KEY").catch((error: unknown) => error)
assert(cause instanceof KeyUnavailable)
