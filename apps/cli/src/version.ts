/** What `--version` says: the version in package.json, which a test compares. */
export const version = "0.1.0"
