import type { Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import PolicyPlayground from "./PolicyPlayground.vue"
import "./style.css"

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("PolicyPlayground", PolicyPlayground)
  }
} satisfies Theme
