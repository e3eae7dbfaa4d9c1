import { inBrowser, type Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import { readHash, writeHash } from "../../src/playground/shareLink.ts"
import PolicyPlayground from "./PolicyPlayground.vue"
import "./style.css"

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("PolicyPlayground", PolicyPlayground)
    // VitePress shows no page for a hash that cannot be decoded, such as that of a link cut in the middle of a character.
    const shared = inBrowser ? readHash(location.hash) : undefined
    if (shared !== undefined) history.replaceState(history.state, "", writeHash(shared))
  }
} satisfies Theme
