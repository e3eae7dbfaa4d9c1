/** The script engine and its version. A test compares it with the installed package. */
export const scriptEngine = "quickjs-wasi 3.6.2"
