import assert from "node:assert/strict"
import { KeyUnavailable, readKeyReference } from "@toolgate/local-secrets"

const cause = await readKeyReference("env:NO_SUCH_KEY").catch((error: unknown) => error)
assert(cause instanceof KeyUnavailable)
