import { trySecretAttacks } from "@toolgate/testing/hostile"
import { describe, it } from "vitest"
import { LogRedaction } from "../src/LogRedaction.ts"

describe("a logged value", () => trySecretAttacks({ describe, it }, (given) => LogRedaction.line({ given }, "")[0]))
