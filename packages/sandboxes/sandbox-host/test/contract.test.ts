import { testSandbox } from "@toolgate/testing"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { NodeHostSandbox } from "../src/index.ts"

const make = NodeHostSandbox.make.pipe(Effect.provide(NodeFileSystems.layer))
const command = { kind: "command", input: "stdin", output: "json", env: {}, folder: undefined } as const
const stateless = { kind: "function", stateless: true } as const

describe("commands", () =>
  testSandbox(
    { describe, it },
    {
      make,
      echoes: { ...command, argv: ["cat"] },
      fails: { ...command, argv: ["false"] },
      runsForever: { ...command, argv: ["sleep", "1000"] },
      floods: { ...command, argv: ["head", "-c", "1000000", "/dev/zero"], output: "text" }
    }
  ))

describe("functions", () =>
  testSandbox(
    { describe, it },
    {
      make,
      echoes: { ...stateless, make: () => ({ execute: (args) => args }) },
      fails: {
        ...stateless,
        make: () => ({
          execute: () => {
            throw new Error("It fails.")
          }
        })
      },
      runsForever: {
        ...stateless,
        make: () => ({
          execute: (_args, { signal }) =>
            new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("Stopped."))))
        })
      },
      floods: { ...stateless, make: () => ({ execute: () => "x".repeat(1_000_000) }) }
    }
  ))

describe("functions that stream", () =>
  testSandbox(
    { describe, it },
    {
      make,
      echoes: {
        ...stateless,
        make: () => ({
          execute: async function* (args) {
            yield "one\n"
            yield "two\n"
            return args
          }
        })
      },
      fails: {
        ...stateless,
        make: () => ({
          execute: async function* () {
            yield "one\n"
            throw new Error("It fails.")
          }
        })
      },
      runsForever: {
        ...stateless,
        make: () => ({
          execute: async function* () {
            while (true) yield "one\n"
          }
        })
      },
      floods: {
        ...stateless,
        make: () => ({
          execute: async function* () {
            yield "x".repeat(1_000_000)
            return "x".repeat(1_000_000)
          }
        })
      }
    }
  ))
