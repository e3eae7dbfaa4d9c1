// The jobs of the archive tools, which run in the worker.

export { search } from "./archive-search/search.ts"
export { list } from "./reading/list.ts"
export { unpack } from "./reading/unpack.ts"
