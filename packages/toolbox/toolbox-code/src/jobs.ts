// The jobs of the code tools, which run in the worker.

export { findFiles } from "./glob/findFiles.ts"
export { describe } from "./image-info/describe.ts"
export { lint } from "./lint-python/lint.ts"
export { readPages } from "./pdf-text/readPages.ts"
export { searchFiles } from "./search-files/searchFiles.ts"
