import { QuotaStore } from "@toolgate/core"
import { quotaStoreContract } from "@toolgate/testing"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { MemoryQuotaStore } from "../../src/index.ts"

quotaStoreContract({ describe, it }, (now) => Layer.sync(QuotaStore, () => MemoryQuotaStore.make(now)))
