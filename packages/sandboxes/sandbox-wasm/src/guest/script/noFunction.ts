/** Returns why a script cannot be called that has no function as its export of a name. */
export const noFunction = (exported: string): string =>
  exported === "default"
    ? "a script has a function as its default export, as in `export default (args) => args.text.length`, and this one has none"
    : `a script has a function as the export that is to be called, and this one has none of the name ${JSON.stringify(exported)}`
