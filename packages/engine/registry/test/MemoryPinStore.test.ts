import { pinStoreContract } from "@toolgate/testing"
import { describe, it } from "vitest"
import { MemoryPinStore } from "../src/index.ts"

describe("MemoryPinStore", () => pinStoreContract({ describe, it }, () => MemoryPinStore.layer))
