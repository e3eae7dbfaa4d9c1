import { trySecretAttacks } from "@toolgate/testing/hostile"
import { describe, it } from "vitest"
import { LogRedaction } from "../src/LogRedaction.ts"

describe("what is logged", () => trySecretAttacks({ describe, it }, (given) => LogRedaction.line({ given }, "")[0]))
