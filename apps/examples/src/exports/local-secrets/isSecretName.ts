import assert from "node:assert/strict"
import { isSecretName } from "@toolgate/local-secrets/references"

assert.deepEqual(["API_TOKEN", "Authorization", "PORT"].map(isSecretName), [true, true, false])
