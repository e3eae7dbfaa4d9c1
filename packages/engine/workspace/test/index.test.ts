import { FileSystems } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as workspace from "../src/index.ts"

it("exports exactly these names", () => {
  expect(Object.keys(workspace).sort()).toEqual([
    "DescriptorsUnavailable",
    "LinuxFileSystems",
    "NodeFileSystems",
    "PortableFileSystems",
    "WorkspaceInvalid",
    "WorkspaceResources",
    "besideWorkspace",
    "openWorkspace"
  ])
})

it("uses descriptors if this machine has them", () => {
  const containment = Effect.map(FileSystems, (fileSystems) => fileSystems.containment)
  const chosen = Effect.runSync(Effect.provide(containment, workspace.NodeFileSystems.layer))
  expect(chosen).toBe(process.platform === "linux" ? "descriptor" : "checked")
  expect(Effect.runSync(Effect.provide(containment, workspace.PortableFileSystems.layer))).toBe("checked")
})
