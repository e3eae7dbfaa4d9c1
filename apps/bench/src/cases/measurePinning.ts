import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineTool, type PinStore, ToolRegistry } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MapToolRegistry, MemoryPinStore, PinnedToolRegistry } from "@toolgate/registry"
import { openStore, SqlPinStore, type StoreInvalid } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { linear } from "../targets.ts"

/** Measures tools that a gate sees for the first time, and pins. */
export const measurePinning = async ({ tools: count }: Scale): Promise<Family> => {
  const few = Math.ceil(count / 10)
  const folder = mkdtempSync(join(tmpdir(), "toolgate-bench-pins-"))
  const unpinned = `without pins, each of ${count} tools`
  const inMemory = (number: number) => `in memory, each of ${number} tools`
  const inFile = (number: number) => `in SQLite, each of ${number} tools`
  let files = 0
  const caseOf = (name: string, times: number, store?: () => Layer.Layer<PinStore, StoreInvalid>) => ({
    name,
    times,
    rounds: 10,
    run: () => register(times, store?.())
  })
  const memory = () => MemoryPinStore.layer
  const file = () => Layer.provide(SqlPinStore.layer, openStore(join(folder, `${++files}.sqlite`)))
  return {
    name: "pins",
    title: "Tools that are seen for the first time and pinned, 16 at a time",
    cases: [
      caseOf(unpinned, count),
      ...[few, count].flatMap((number) => [
        caseOf(inMemory(number), number, memory),
        caseOf(inFile(number), number, file)
      ])
    ],
    figures: (measured) => [
      measured.figure(unpinned),
      measured.figure(inMemory(few)),
      measured.figure(inMemory(count), inMemory(few), linear),
      measured.figure(inFile(few)),
      measured.figure(inFile(count), inFile(few), linear),
      measured.figure(inFile(count), inMemory(count))
    ],
    close: async () => rmSync(folder, { recursive: true, force: true })
  }
}

const register = async (count: number, store?: Layer.Layer<PinStore, StoreInvalid>): Promise<void> => {
  const tools = MapToolRegistry.layer([])
  const pinned = () =>
    PinnedToolRegistry.layer({ key: new SecretKey(randomBytes(32)), owners: { server: "first-use" } })
  const registry = store === undefined ? tools : pinned().pipe(Layer.provide(tools), Layer.provide(store))
  const given = Array.from({ length: count }, (_, at) => toolOf(at))
  await Effect.runPromise(
    Effect.flatMap(ToolRegistry, ({ add }) => Effect.forEach(given, add, { concurrency: 16, discard: true })).pipe(
      Effect.provide(Layer.merge(registry, Logger.layer([])))
    )
  )
}

const toolOf = (at: number) =>
  defineTool({
    name: `tool_${at}`,
    owner: "server",
    description: "Does nothing.",
    parameters: { type: "object", properties: { [`path_${at}`]: { type: "string" } }, additionalProperties: false },
    sideEffects: "NONE",
    execute: () => undefined
  })
