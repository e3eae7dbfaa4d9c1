import { testArtifactStore } from "@toolgate/testing"
import { describe, it } from "vitest"
import { MemoryArtifactStore } from "../src/index.ts"

describe("artifacts in memory", () => {
  testArtifactStore({ describe, it }, (options) => MemoryArtifactStore.layer(options))
})
