import { loadGrammar } from "../src/loadGrammar.ts"
import { readGrammarFiles } from "../src/readGrammarFiles.ts"
import { slowTexts, stepsIn } from "./stepsIn.ts"

// This process reads the texts in reverse order, so that the last text is the first that it reads.
const grammar = await loadGrammar(await readGrammarFiles())
const steps = slowTexts.toReversed().map((text) => stepsIn(grammar, text))
process.stdout.write(JSON.stringify(steps.toReversed()))
