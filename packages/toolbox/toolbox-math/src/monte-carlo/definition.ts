import type { Tool } from "@toolgate/core"
import { createSimulation } from "./createSimulation.ts"

/** Simulates an expression of random variables. */
export const monteCarlo: Tool = createSimulation({
  name: "monte_carlo",
  description:
    "Simulates an expression of random variables, and returns the mean, the standard deviation, percentiles and a histogram of its values. Takes up to a million samples; monte_carlo_native takes more.",
  most: 1_000_000
})
