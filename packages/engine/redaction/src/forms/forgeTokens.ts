import { token } from "./TokenForm.ts"

/** Tokens of forges, package registries and development tools. */
export const forgeTokens = [
  token(
    "GitHub",
    "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/",
    "gh[pousr]_[A-Za-z0-9_]{16,}",
    "github_pat_[A-Za-z0-9_]{16,}",
    String.raw`v1\.[0-9a-f]{40}(?![0-9a-f])`
  ),
  token(
    "GitLab",
    "https://docs.gitlab.com/security/tokens/#token-prefixes",
    "gl(?:pat|oas|ptt|dt|rt|rtr|cbt|soat|ft|fft|imt|agent|wt)-[A-Za-z0-9_.-]{16,}",
    "GR1348941[A-Za-z0-9_-]{20,}",
    "_gitlab_session=[a-z0-9]{30,}"
  ),
  token(
    "Bitbucket",
    "https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/",
    "ATBB[A-Za-z0-9_=.-]{16,}",
    "ATCTT3[A-Za-z0-9_=-]{20,}",
    "BBDC-[A-Za-z0-9+/@_-]{20,}"
  ),
  token(
    "Atlassian",
    "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/",
    "ATATT[A-Za-z0-9_=-]{20,}",
    "ATSTT[A-Za-z0-9_=-]{20,}"
  ),
  token("npm", "https://docs.npmjs.com/about-access-tokens", "npm_[A-Za-z0-9]{30,}"),
  token("PyPI", "https://pypi.org/help/#apitoken", "pypi-[A-Za-z0-9_-]{30,}"),
  token("RubyGems", "https://guides.rubygems.org/api-key-scopes/", "rubygems_[a-f0-9]{32,}"),
  token("crates.io", "https://doc.rust-lang.org/cargo/reference/publishing.html", "cio[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
  token("Clojars", "https://github.com/clojars/clojars-web/wiki/Deploy-Tokens", "CLOJARS_[A-Za-z0-9]{40,}"),
  token(
    "NuGet",
    "https://learn.microsoft.com/en-us/nuget/nuget-org/publish-a-package",
    "oy2[a-z0-9]{43}(?![A-Za-z0-9])"
  ),
  token("Docker", "https://docs.docker.com/security/access-tokens/", "dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
  token(
    "Postman",
    "https://learning.postman.com/docs/developer/postman-api/authentication/",
    "PMAK-[A-Fa-f0-9]{20,}(?:-[A-Fa-f0-9]+)?",
    "PMAT-[A-Z0-9]{20,}"
  ),
  token("Linear", "https://linear.app/developers/graphql#personal-api-keys", "lin_(?:api|oauth|wh)_[A-Za-z0-9_]{20,}"),
  token(
    "Notion",
    "https://developers.notion.com/reference/authentication",
    "ntn_[A-Za-z0-9]{30,}",
    "secret_[A-Za-z0-9]{30,}"
  ),
  token("Figma", "https://www.figma.com/developers/api#access-tokens", "fig(?:d|u|o|or|our|oh|uh)_[A-Za-z0-9_-]{20,}"),
  token(
    "Airtable",
    "https://airtable.com/developers/web/guides/personal-access-tokens",
    String.raw`pat[A-Za-z0-9]{14}\.[a-f0-9]{40,}`,
    "key(?=[A-Za-z0-9]{0,13}\\d)(?=[A-Za-z0-9]{0,13}[A-Z])[A-Za-z0-9]{14}(?![A-Za-z0-9])"
  ),
  token(
    "Asana",
    "https://developers.asana.com/docs/personal-access-token",
    String.raw`[0-2]/\d{10,20}(?:/\d{10,20})?:[a-f0-9]{32}`
  ),
  token("ReadMe", "https://docs.readme.com/main/reference/authentication", "rdme_[a-z0-9]{40,}"),
  token(
    "SonarQube",
    "https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/",
    "sq[upa]_[a-f0-9]{40}"
  ),
  token(
    "Sourcegraph",
    "https://sourcegraph.com/docs/cli/how-tos/creating_an_access_token",
    "sg[dpx]_(?:[A-Za-z0-9]{1,20}_)?[a-f0-9]{40}",
    "slk_[a-f0-9]{40,}"
  ),
  token(
    "Snyk",
    "https://docs.snyk.io/snyk-api/authentication-for-api",
    String.raw`sny[kct]_[a-z]{3}\.[a-f0-9]{8}\.[A-Za-z0-9_.-]{20,}`
  ),
  token("CircleCI", "https://circleci.com/docs/managing-api-tokens/", "CCI(?:PAT|PRJ)_[A-Za-z0-9_]{20,}"),
  token("Buildkite", "https://buildkite.com/docs/platform/security/tokens", "bk(?:ua|ct|at|pt)_[A-Za-z0-9_]{30,}"),
  token(
    "LaunchDarkly",
    "https://launchdarkly.com/docs/home/account/api",
    "(?:api|sdk|mob)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
  ),
  token("PostHog", "https://posthog.com/docs/api", "ph[xsra]_[A-Za-z0-9_-]{30,}"),
  token(
    "Contentful",
    "https://www.contentful.com/developers/docs/references/authentication/",
    "CFPAT-[A-Za-z0-9_-]{40,}"
  ),
  token("SettleMint", "https://console.settlemint.com/documentation/", "sm_[aps]at_[A-Za-z0-9]{16,}"),
  token(
    "Typeform",
    "https://www.typeform.com/developers/get-started/personal-access-token/",
    "tfp_[A-Za-z0-9_=.-]{40,}"
  ),
  token("Frame.io", "https://developer.frame.io/docs/getting-started/authentication", "fio-u-[A-Za-z0-9_=-]{50,}"),
  token("Defined Networking", "https://docs.defined.net/guides/automating-host-creation/", "dnkey-[A-Za-z0-9_=-]{20,}"),
  token("Duffel", "https://duffel.com/docs/api/overview/making-requests", "duffel_(?:test|live)_[A-Za-z0-9_=-]{40,}"),
  token(
    "Harness",
    "https://developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys/",
    String.raw`[ps]at\.[A-Za-z0-9_-]{22}\.[a-f0-9]{24}\.[A-Za-z0-9]{20}`
  ),
  token("age", "https://github.com/FiloSottile/age", "AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{30,}"),
  token("Adobe", "https://developer.adobe.com/developer-console/docs/guides/authentication/", "p8e-[A-Za-z0-9_-]{30,}")
]
