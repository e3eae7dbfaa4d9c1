import { defineConfig } from "vitest/config"

// Every package runs with this file from its own folder: tests see the sources of the other packages, never a stale build.
export default defineConfig({
  resolve: { conditions: ["@toolgate/source"] },
  ssr: { resolve: { conditions: ["@toolgate/source"] } },
  test: {
    include: ["test/**/*.test.ts"],
    // No test asserts a time; a machine that does much else at once is slow, and not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", ["json", { outputFile: ".turbo/test-results.json" }]]
  }
})
