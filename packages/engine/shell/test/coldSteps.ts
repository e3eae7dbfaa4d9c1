import { loadGrammar } from "../src/loadGrammar.ts"
import { slowTexts, stepsIn } from "./stepsIn.ts"

// The last text is the first that this process reads.
const grammar = await loadGrammar()
const steps = slowTexts.toReversed().map((text) => stepsIn(grammar, text))
process.stdout.write(JSON.stringify(steps.toReversed()))
