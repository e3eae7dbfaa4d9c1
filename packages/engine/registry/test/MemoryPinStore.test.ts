import { testPinStore } from "@toolgate/testing"
import { describe, it } from "vitest"
import { MemoryPinStore } from "../src/index.ts"

describe("MemoryPinStore", () => testPinStore({ describe, it }, () => MemoryPinStore.layer))
