import { ChainRuns } from "@toolgate/core"
import { testChainRuns } from "@toolgate/testing"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { MemoryChainRuns } from "../src/runs.ts"

testChainRuns({ describe, it }, (now) => Layer.sync(ChainRuns, () => MemoryChainRuns.make(now)))
