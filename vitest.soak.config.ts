import { configFor } from "./vitest.config.ts"

const config = configFor("{test,soak}.ts")

// For `pnpm soak`: what takes long or fills the machine, and tests that try more when they are asked to. Each package names its own.
export default { ...config, test: { ...config.test, testTimeout: 3_600_000, reporters: ["default"] } }
