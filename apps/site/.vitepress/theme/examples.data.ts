import { readExamples } from "../../src/playground/readExamples.ts"

// VitePress calls `load` when it builds the site, and puts the result into the page.
export default { load: readExamples }
