import { MemoryArtifactStore } from "@toolgate/artifacts"
import { ArtifactStore, defineTool, type Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { ChainBroker } from "./ChainBroker.ts"
import { type ChainPolicy, completeChainPolicy } from "./ChainPolicy.ts"
import { describeScriptTools } from "./declarations/describeScriptTools.ts"
import { frameScript } from "./frameScript.ts"

/** The options of `run_script`. */
export interface ChainOptions {
  /** Limits of a script, overriding the defaults. */
  readonly policy?: Partial<ChainPolicy>
  /** The gate's tools. If scripts may call only a few, `run_script`'s description declares them. */
  readonly tools?: ReadonlyArray<Tool>
}

const parameters = Type.Object(
  {
    code: Type.String({
      maxLength: 65_536,
      description: "The body of an async function. `await` and `return` as in one."
    }),
    language: Type.Optional(
      Type.Enum(["javascript"], { description: "JavaScript, or TypeScript whose types can be erased." })
    )
  },
  { additionalProperties: false }
)

/**
 * Returns the tool `run_script`, which runs a script that calls tools. Each call goes through the gate as a child call. Results that are
 * too large for a script are saved as artifacts, or in memory. The answer's value is always a `ChainRunResult`. Throws for invalid options
 * or limits.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { runScript } from "@toolgate/chain"
 * import { builtins, createToolgate } from "toolgate"
 *
 * const tools = [...builtins(), runScript({ tools: builtins() })]
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools })
 * const code = 'return (await tools.list_dir({ path: "." })).success'
 * const { success, output } = await gate.dispatch({ id: "1", tool: "run_script", args: { code } })
 * assert.equal(success, true)
 * assert.equal(typeof output.value, "object")
 * ```
 */
export const runScript = (options: ChainOptions = {}) => {
  const { policy: given, tools = [] } = options
  // A misplaced limit would have no effect.
  const unknown = Object.keys(options).find((name) => name !== "policy" && name !== "tools")
  if (unknown !== undefined) throw new TypeError(`Scripts have no option "${unknown}"; they have "policy" and "tools".`)
  const policy = completeChainPolicy(given)
  const store = Effect.runSync(Effect.provide(ArtifactStore, MemoryArtifactStore.layer()))
  return defineTool({
    name: "run_script",
    title: "Run a script",
    description: `${describedWith(policy)} ${describeScriptTools(tools)}`,
    parameters,
    sideEffects: "NONE",
    category: "code",
    callers: ["direct"],
    timeoutMs: policy.totalTimeoutMs,
    wasm: {
      script: frameScript,
      calls: policy.maxToolCalls,
      broker: (run) => new ChainBroker(policy, store, run)
    },
    examples: [
      {
        description: "A script that calls no tool.",
        args: { code: "const numbers: number[] = [1, 2, 3]\nreturn numbers.reduce((sum, n) => sum + n)" },
        expect: { text: "6" }
      }
    ]
  })
}

const describedWith = ({ maxToolCalls, callTimeoutMs, totalTimeoutMs, maxInlineResultBytes }: ChainPolicy): string =>
  `Runs JavaScript that calls tools, where one call after another would take many turns. \`await tools.NAME(args)\` calls a tool, \
with the same checks as any call. It resolves to { text, structured, artifact_ref, preview, size, files }, and throws an Error with \
message, status and errorClass if the call is denied or fails. A result over ${maxInlineResultBytes} bytes is stored: \
\`await artifacts.read(artifact_ref, start, length)\` resolves to { text or base64, start, length, size, next }. \
print(...) shows you a line; what the script returns is the result. At most ${maxToolCalls} calls, ${callTimeoutMs / 1000} s each, \
${totalTimeoutMs / 1000} s in all. The script has no files, network or modules of its own.`
