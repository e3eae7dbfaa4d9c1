import { registerHooks } from "node:module"

/**
 * Lets published packages load beside the sources of ours. Some of them (`eventsource`, `eventsource-parser`) have a `source`
 * condition too, which leads to TypeScript, and Node takes none from `node_modules`. Import this before any of them.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    if (context.parentURL?.includes("/node_modules/") !== true) return next(specifier, context)
    return next(specifier, { ...context, conditions: context.conditions.filter((one) => one !== "source") })
  }
})
