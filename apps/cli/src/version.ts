import manifest from "../package.json" with { type: "json" }

/** The version that `--version` prints: the package's own. */
export const { version } = manifest
