import { realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { testFiles } from "@toolgate/testing"
import { afterAll, describe, expect, it } from "vitest"
import { adapterOf, adapters } from "./adapters.ts"
import { descriptorsBeneath } from "./descriptors.ts"

for (const [name, layer] of adapters) {
  const adapter = await adapterOf(layer)
  describe(name, () => {
    afterAll(async () => {
      await adapter[Symbol.asyncDispose]()
      expect(descriptorsBeneath(join(realpathSync(tmpdir()), "toolgate-files-"))).toEqual([])
    })
    testFiles({ describe, it }, adapter, { permissions: "elsewhere" })
  })
}
