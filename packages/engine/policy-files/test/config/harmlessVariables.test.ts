import { describe, expect, it } from "vitest"
import { policyOf } from "./ask.ts"

const given = (...names: ReadonlyArray<string>) => `rules: { harmless_variables: ${JSON.stringify(names)} }`
const namesOf = (text: string) => policyOf(`version: 1\n${text}`).rules.harmlessVariables?.map(({ text: name }) => name)
const faultOf = (name: string): string => {
  try {
    policyOf(`version: 1\n${given(name)}`)
  } catch (error) {
    return String(error)
  }
  return "none"
}

describe("the harmless variables of a policy", () => {
  it("are names and prefixes, with their positions", () => {
    expect(namesOf(given("API_URL", "E2E_*", "_x", "PORT", "DATABASE_URL", "GOOGLE_ID", "NODE_ENV", "LANG"))).toEqual([
      "API_URL",
      "E2E_*",
      "_x",
      "PORT",
      "DATABASE_URL",
      "GOOGLE_ID",
      "NODE_ENV",
      "LANG"
    ])
    expect(policyOf(`version: 1\n${given("API_URL")}`).rules.harmlessVariables).toEqual([
      { text: "API_URL", source: "p.yaml:2:31" }
    ])
    expect(policyOf("version: 1\nrules: {}").rules).toEqual({ deny: [], ask: [], allow: [] })
  })

  it.each([
    ...["PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_X", "DYLD_INSERT_LIBRARIES", "NODE_OPTIONS", "NODE_PATH"],
    ...["BASH_ENV", "ENV", "IFS", "PS4", "PROMPT_COMMAND", "SHELL", "HOME", "EDITOR", "VISUAL", "PAGER", "BROWSER"],
    ...["GIT_SSH_COMMAND", "GIT_SSH", "GIT_DIR", "GIT_CONFIG_COUNT", "GIT_PAGER", "PYTHONPATH", "PYTHONSTARTUP"],
    ...["PERL5OPT", "PERL5LIB", "PERLLIB", "RUBYOPT", "RUBYLIB", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"],
    ...["MAVEN_OPTS", "GOFLAGS", "CC", "CFLAGS", "MAKEFLAGS", "RUSTC_WRAPPER", "RUSTFLAGS", "CARGO_HOME", "LESSOPEN"],
    ...["npm_config_script_shell", "NPM_CONFIG_NODE_OPTIONS", "http_proxy", "HTTPS_PROXY", "XDG_CONFIG_HOME", "CDPATH"],
    ...["PYTEST_ADDOPTS", "GCONV_PATH", "KUBECONFIG", "DOCKER_HOST", "SSH_ASKPASS", "ZDOTDIR", "Path", "OPENSSL_CONF"]
  ])("never include a variable that changes which program runs: %s", (name) => {
    expect(faultOf(name)).toContain(`p.yaml:2:31: "${name}" may decide which program runs, what it loads`)
  })

  it.each([
    ["*", '"PATH"'],
    ["N*", '"N'],
    ["NODE_*", '"NODE_'],
    ["LD*", '"LD'],
    ["GIT_SSH_*", '"GIT_'],
    ["PAT*", '"PATH"'],
    ["SHELL*", '"SHELL'],
    ["npm_config_*", '"NPM_']
  ])("never have a prefix of a variable that changes which program runs: %s", (name, which) => {
    const fault = faultOf(name)
    expect(fault).toContain("p.yaml:2:31: ")
    expect(fault).toContain(which)
    expect(fault).toMatch(/decide/)
  })

  it.each(["A-B", "A=1", "$A", "1A", "", "A*B", "A**"])("cannot be other texts: %s", (name) => {
    expect(faultOf(name)).toContain("is not the name of a variable")
  })
})
