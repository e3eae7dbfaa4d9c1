import { resolve } from "node:path"
import { type Resource, type Resources, refuse } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { testResources } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

/** Returns the number of cases that an adapter fails. */
const failures = async (resources: Resources["Service"]) =>
  (await failedCases((suite) => testResources(suite, { resources, workspace: "/workspace" }))).length

it("rejects resolvers that guess, that refuse everything, or that let a path lead out", async () => {
  const guesses: Resources["Service"] = {
    resolve: (_tool, args) =>
      Effect.succeed(Object.values(args).map((path) => ({ kind: "file", path, mode: "r" }) as unknown as Resource))
  }
  const refusesAll: Resources["Service"] = { resolve: () => refuse("FileDenied", "Nothing is inside.") }
  const joins: Resources["Service"] = {
    resolve: ({ resources }, args, { workspace }) =>
      Effect.succeed(
        resources.map(
          (declared) =>
            ({
              ...declared,
              path: resolve(workspace, String("arg" in declared ? args[declared.arg.slice(1)] : ""))
            }) as unknown as Resource
        )
      )
  }
  for (const resources of [guesses, refusesAll, joins]) expect(await failures(resources)).toBeGreaterThan(4)
})
