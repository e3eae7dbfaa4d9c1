/** The script engine and its version. A test compares it with the package that is installed. */
export const scriptEngine = "quickjs-wasi 3.6.2"
