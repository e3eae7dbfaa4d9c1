import { basename } from "node:path"
import { defineConfig } from "vitest/config"

// Test files that count what their process has open or has started, or fill its memory, or start another for each test. All others
// share one process: half of their time went into loading the same modules for each file.
const inProcessesOfTheirOwn = ["cli", "examples", "sandbox-host", "sandbox-wasm"]

// Every package runs with this file from its own folder: tests see the sources of the other packages, never a stale build.
export default defineConfig({
  resolve: { conditions: ["@toolgate/source"] },
  ssr: { resolve: { conditions: ["@toolgate/source"] } },
  test: {
    include: ["test/**/*.test.ts"],
    isolate: inProcessesOfTheirOwn.includes(basename(process.cwd())),
    // No test asserts a time; a machine that does much else at once is slow, and not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", ["json", { outputFile: ".turbo/test-results.json" }]]
  }
})
