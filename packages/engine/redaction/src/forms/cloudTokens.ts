import { token } from "./TokenForm.ts"

/** Tokens of clouds, hosting, databases and infrastructure. */
export const cloudTokens = [
  token(
    "Amazon Web Services",
    "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids",
    "(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}",
    "ABSK[A-Za-z0-9+/=]{40,}",
    "bedrock-api-key-[A-Za-z0-9+/=]{16,}"
  ),
  token(
    "Google Cloud",
    "https://cloud.google.com/docs/authentication/api-keys",
    "AIza[A-Za-z0-9_-]{30,}",
    String.raw`ya29\.[A-Za-z0-9_.-]{16,}`,
    "GOCSPX-[A-Za-z0-9_-]{20,}",
    "1//0[A-Za-z0-9_-]{30,}"
  ),
  token(
    "Microsoft Entra",
    "https://learn.microsoft.com/en-us/purview/sit-defn-azure-ad-client-secret",
    String.raw`[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}`,
    String.raw`[01]\.A[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,}`
  ),
  token(
    "Microsoft Azure",
    "https://learn.microsoft.com/en-us/purview/sit-defn-azure-storage-account-key",
    "[A-Za-z0-9+/]{76}(?:\\+ASt|AIoT|ACDb|\\+AEh|AzSe|ACRD)[A-Za-z0-9+/]{5}[AQgw]==",
    "[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{10,}",
    "[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"
  ),
  token(
    "Alibaba Cloud",
    "https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair",
    "LTAI[A-Za-z0-9]{12,}"
  ),
  token("Tencent Cloud", "https://www.tencentcloud.com/document/product/598/34228", "AKID[A-Za-z0-9]{28,}"),
  token(
    "Yandex Cloud",
    "https://yandex.cloud/en/docs/iam/concepts/authorization/api-key",
    "AQVN[A-Za-z0-9_-]{35,}",
    String.raw`t1\.[A-Za-z0-9_-]{20,200}={0,2}\.[A-Za-z0-9_-]{80,}`,
    "y[0-3]_[A-Za-z0-9_-]{50,}",
    "(?<![+/])YC[A-Za-z0-9_-]{38}(?![A-Za-z0-9_-])"
  ),
  token(
    "DigitalOcean",
    "https://docs.digitalocean.com/reference/api/create-personal-access-token/",
    "do[opr]_v1_[A-Za-z0-9]{20,}"
  ),
  token(
    "Cloudflare",
    "https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/",
    String.raw`v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}`,
    "cf(?:ut|at|k)_[A-Za-z0-9_-]{20,}"
  ),
  token(
    "Fly.io",
    "https://fly.io/docs/security/tokens/",
    "fo1_[A-Za-z0-9_-]{20,}",
    "fm[12][ar]?_[A-Za-z0-9+/=_-]{20,}"
  ),
  token(
    "Vercel",
    "https://vercel.com/docs/accounts/create-a-team#token-prefixes",
    "vc[picrkat]_[A-Za-z0-9]{20,}",
    "vercel_(?:blob_rw|live|token)_[A-Za-z0-9_]{16,}"
  ),
  token("Netlify", "https://docs.netlify.com/api/get-started/#authentication", "nf[pcoub]_[A-Za-z0-9]{30,}"),
  token("Heroku", "https://devcenter.heroku.com/articles/authentication#api-token-formats", "HRKU-[A-Za-z0-9_-]{30,}"),
  token("Render", "https://render.com/docs/api#1-create-an-api-key", "rnd_[A-Za-z0-9]{20,}"),
  token("Scalingo", "https://developers.scalingo.com/#authentication", "tk-us-[A-Za-z0-9_-]{30,}"),
  token(
    "Supabase",
    "https://supabase.com/docs/guides/api/api-keys",
    "sbp_[A-Za-z0-9]{20,}",
    "sb_(?:secret|temp)_[A-Za-z0-9_-]{16,}",
    "sbp_oauth_[A-Za-z0-9]{20,}"
  ),
  token(
    "PlanetScale",
    "https://planetscale.com/docs/concepts/planetscale-api-oauth-applications",
    "pscale_(?:tkn|oauth|pw|api)_[A-Za-z0-9_=.-]{16,}"
  ),
  token("Neon", "https://neon.com/docs/manage/api-keys", "napi_[A-Za-z0-9]{30,}", "npg_[A-Za-z0-9]{10,}"),
  token(
    "Convex",
    "https://docs.convex.dev/cli/deploy-key-types",
    String.raw`(?:prod|dev|preview):[a-z0-9-]{3,60}\|[A-Za-z0-9+/=_-]{20,}`
  ),
  token(
    "MongoDB Atlas",
    "https://www.mongodb.com/docs/atlas/api/service-accounts-overview/",
    "mdb_sa_sk_[A-Za-z0-9_-]{20,}"
  ),
  token("ClickHouse Cloud", "https://clickhouse.com/docs/cloud/manage/openapi", "4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])"),
  token(
    "Databricks",
    "https://docs.databricks.com/en/dev-tools/auth/pat.html",
    "dapi[a-f0-9]{32}(?:-\\d)?",
    "dose[a-f0-9]{32}",
    "dkea[a-f0-9]{32}"
  ),
  token("dbt Cloud", "https://docs.getdbt.com/docs/dbt-cloud-apis/user-tokens", "dbt[cu]_[A-Za-z0-9_-]{20,}"),
  token(
    "HashiCorp Vault",
    "https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes",
    String.raw`hv[sbr]\.[A-Za-z0-9_-]{20,}`,
    String.raw`s\.(?=[A-Za-z0-9]{0,22}[A-Z])(?=[A-Za-z0-9]{0,22}\d)[A-Za-z0-9]{24}(?![A-Za-z0-9])`
  ),
  token(
    "HashiCorp Terraform",
    "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens",
    String.raw`[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,}`
  ),
  token("Pulumi", "https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/", "pul-[a-f0-9]{30,}"),
  token(
    "Doppler",
    "https://docs.doppler.com/docs/auth-token-formats",
    String.raw`dp\.(?:pt|st|sa|ct|scim|audit|said|scrt)(?:\.[a-z0-9_-]{2,35})?\.[A-Za-z0-9]{20,}`
  ),
  token(
    "Infisical",
    "https://infisical.com/docs/documentation/platform/token",
    String.raw`st\.[a-f0-9-]{20,40}\.[A-Za-z0-9.]{20,}`
  ),
  token(
    "1Password",
    "https://developer.1password.com/docs/service-accounts/security/",
    "ops_eyJ[A-Za-z0-9+/=_-]{20,}",
    "A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}"
  ),
  token(
    "Grafana",
    "https://grafana.com/docs/grafana/latest/administration/service-accounts/",
    "glsa_[A-Za-z0-9_]{20,}",
    "glc_[A-Za-z0-9+/=_-]{30,}",
    "gl(?:ptt|agent)-[A-Za-z0-9_-]{20,}"
  ),
  token(
    "New Relic",
    "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
    "NR(?:AK|II|IQ|RA|AA|SP)-[A-Za-z0-9_-]{20,}",
    "NRJS-[a-f0-9]{19}",
    "[a-f0-9]{36}NRAL"
  ),
  token(
    "Dynatrace",
    "https://docs.dynatrace.com/docs/dynatrace-api/basics/dynatrace-api-authentication",
    String.raw`dt0[a-z]\d\d\.[A-Z0-9]{8,24}\.[A-Z0-9]{24,}`
  ),
  token("Sentry", "https://docs.sentry.io/account/auth-tokens/", "sntry[su]_[A-Za-z0-9+/=_-]{20,}"),
  token(
    "Honeycomb, Datadog",
    "https://docs.honeycomb.io/configure/environments/manage-api-keys/",
    "hc[abx][a-z][a-z]_[A-Za-z0-9]{30,}",
    "ddap[a-z]_[A-Za-z0-9]{30,}",
    "pub[a-f0-9]{32}(?![a-f0-9])"
  ),
  token(
    "OpenShift",
    "https://docs.openshift.com/container-platform/latest/authentication/understanding-authentication.html",
    "sha256~[A-Za-z0-9_-]{40,}"
  ),
  token(
    "Prefect, Octopus",
    "https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key",
    "API-[A-Z0-9]{25,}",
    "pn[ub]_[A-Za-z0-9]{30,}"
  ),
  token(
    "Tailscale",
    "https://tailscale.com/kb/1277/key-prefixes",
    "tskey-[a-z]{2,12}-[A-Za-z0-9]{8,}(?:-[A-Za-z0-9]+)?"
  ),
  token("ngrok", "https://ngrok.com/docs/agent/#authtokens", "(?:2|1)[A-Za-z0-9]{26}_[A-Za-z0-9]{19,}"),
  token(
    "Clerk, Stripe and others",
    "https://clerk.com/docs/deployments/clerk-environment-variables",
    "(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9_-]{10,}"
  ),
  token(
    "Confluent Cloud, Aiven",
    "https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html",
    "cflt[A-Za-z0-9+/]{40,}",
    "AVNS_[A-Za-z0-9_-]{15,}"
  ),
  token("MaxMind", "https://dev.maxmind.com/license-key/specification/", "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
  token(
    "JFrog Artifactory",
    "https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens",
    "AKCp[A-Za-z0-9]{50,}",
    "cmVmd[A-Za-z0-9]{59}(?![A-Za-z0-9])",
    "cmVmdGtuO[A-Za-z0-9]{40,}"
  )
]
