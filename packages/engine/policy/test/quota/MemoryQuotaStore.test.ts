import { QuotaStore } from "@toolgate/core"
import { testQuotaStore } from "@toolgate/testing"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { MemoryQuotaStore } from "../../src/index.ts"

testQuotaStore({ describe, it }, (now) => Layer.sync(QuotaStore, () => MemoryQuotaStore.make(now)))
