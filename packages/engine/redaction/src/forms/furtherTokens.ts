import { token } from "./TokenForm.ts"

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

/** Tokens of further services, each of which few others resemble. */
export const furtherTokens = [
  token("GitLab", "https://docs.gitlab.com/security/tokens/#token-prefixes", "glffct-[A-Za-z0-9_-]{16,}"),
  token("Infracost", "https://www.infracost.io/docs/features/cli_commands/", "ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
  token("Rootly", "https://docs.rootly.com/api-reference/overview", "rootly_[a-f0-9]{40,}"),
  token("Ramp", "https://docs.ramp.com/developer-api/v1/authorization", "ramp_(?:sec|id)_[A-Za-z0-9]{30,}"),
  token("SaladCloud", "https://docs.salad.com/reference/api-usage", "salad_cloud_[A-Za-z0-9]{1,7}_[A-Za-z0-9]{20,}"),
  token("Endor Labs", "https://docs.endorlabs.com/rest-api/authentication/", String.raw`endr\+[A-Za-z0-9-]{16,}`),
  token(
    "Zoho",
    "https://www.zoho.com/accounts/protocol/oauth/web-apps/access-token.html",
    String.raw`1000\.[a-f0-9]{32}\.[a-f0-9]{32}`
  ),
  token(
    "Salesforce",
    "https://help.salesforce.com/s/articleView?id=xcloud.connected_app_create_api_integration.htm",
    "3MVG9[A-Za-z0-9._+/=]{60,}",
    "5AEP861[A-Za-z0-9._=]{60,}"
  ),
  token("42", "https://api.intra.42.fr/apidoc/guides/getting_started", "[su]-s4t2(?:ud|af)-[a-f0-9]{64}"),
  token("Red Hat", "https://access.redhat.com/articles/3626371", `rh-api-${uuid}`),
  token(
    "Shodan, Shotstack and others",
    "https://github.com/trufflesecurity/trufflehog/tree/main/pkg/detectors",
    "shltm_[A-Za-z0-9_-]{40}"
  ),
  token(
    "Squarespace",
    "https://developers.squarespace.com/commerce-apis/authentication-and-permissions",
    "sqco_[A-Za-z0-9]{40,}"
  ),
  token(
    "PubNub",
    "https://www.pubnub.com/docs/general/setup/account-setup",
    `(?:sub|pub)-c-${uuid}`,
    "sec-c-[A-Za-z0-9+/=]{40,}"
  ),
  token(
    "Stripe",
    "https://docs.stripe.com/api/payment_intents/object",
    "(?:pi|seti|cs|src)_[A-Za-z0-9_]{10,80}_secret_[A-Za-z0-9]{16,}"
  ),
  token(
    "New Relic",
    "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
    "(?:AA[0-9a-f]{40}|eu01xx[0-9a-f]{36})-NRMA",
    "(?:[0-9a-f]{32}|eu01xx[0-9a-f]{26})FFFFNRAL",
    "NRBR-[a-f0-9]{19}"
  ),
  token("Google Cloud", "https://cloud.google.com/storage/docs/authentication/hmackeys", "GOOG1?[A-Z0-9]{20,}"),
  token(
    "Firebase",
    "https://firebase.google.com/docs/cloud-messaging/auth-server",
    "AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{100,}"
  ),
  token(
    "Amazon Web Services",
    "https://docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html",
    "(?:FwoGZXIvYXdzE|FQoGZXIvYXdzE|IQoJb3JpZ2luX2Vj)[A-Za-z0-9/+=]{40,}",
    `amzn\\.mws\\.${uuid}`,
    "amzn1\\.oa2-cs\\.v1\\.[a-f0-9]{40,}"
  ),
  token("Adafruit", "https://io.adafruit.com/api/docs/", "aio_[A-Za-z0-9]{28}(?![A-Za-z0-9])"),
  token(
    "Okta",
    "https://developer.okta.com/docs/guides/create-an-api-token/main/",
    "(?<=SSWS[ \\t]{1,3})00[A-Za-z0-9_-]{38,}"
  ),
  token(
    "WakaTime",
    "https://wakatime.com/developers#authentication",
    `waka_(?:tok_|sec_|ref_)?${uuid}`,
    "waka_(?:tok|sec|ref)_[A-Za-z0-9]{40,}"
  ),
  token("Figma", "https://www.figma.com/developers/api#access-tokens", "fig[a-z]{1,2}_[A-Za-z0-9_=-]{36,}"),
  token(
    "Mollie",
    "https://docs.mollie.com/reference/authentication",
    "(?:live|test|access)_(?=[A-Za-z]{0,40}\\d)(?=[a-z0-9]{0,40}[A-Z])[A-Za-z0-9]{30,}"
  ),
  token(
    "Klarna",
    "https://docs.klarna.com/acquirer/klarna/get-started/",
    "klarna_(?:live|test)_api_[A-Za-z0-9+/=!?*()_#-]{20,}"
  ),
  token(
    "Tines",
    "https://www.tines.com/docs/actions/types/webhook/",
    String.raw`([a-z0-9-]{1,40}\.tines\.com\/webhook\/)[a-z0-9]{20,40}\/[a-z0-9]{20,40}`
  ),
  token("Apify", "https://docs.apify.com/platform/integrations/api", "apify_api_[A-Za-z0-9]{30,}"),
  token("Fleetbase", "https://docs.fleetbase.io/api/authentication", "flb_(?:live|test)_[A-Za-z0-9]{20,}"),
  token(
    "Ubidots, Braze, Aha and others",
    "https://github.com/trufflesecurity/trufflehog/tree/main/pkg/detectors",
    "BBFF-[A-Za-z0-9]{30}",
    "(?:master|account)-[A-Za-z0-9]{20}(?![A-Za-z0-9])"
  ),
  token(
    "LDAP, Samba",
    "https://www.samba.org/samba/docs/current/man-html/smbpasswd.5.html",
    "(\\d{1,6}:[A-Fa-f0-9X*]{32}:)[A-Fa-f0-9]{32}(?=:)"
  ),
  token("Zuplo", "https://zuplo.com/docs/articles/api-key-leak-detection", "zpka_[a-z0-9]{20,}(?:_[a-f0-9]{6,})?"),
  token("Lichess", "https://lichess.org/api#section/Introduction/Authentication", "li[po]_[A-Za-z0-9]{16,}"),
  token("Deno", "https://docs.deno.com/deploy/manual/", "dd[pw]_[A-Za-z0-9]{36,}"),
  token(
    "Voyage AI",
    "https://docs.voyageai.com/docs/api-key-and-installation",
    "pa-(?=[A-Za-z_-]{0,40}\\d)[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])"
  ),
  token("Xata", "https://xata.io/docs/concepts/api-keys", "xau_[A-Za-z0-9]{30,}"),
  token("Raycast", "https://developers.raycast.com/", "rca_[a-f0-9]{60,}"),
  token("Scaleway", "https://www.scaleway.com/en/docs/iam/concepts/#api-key", "SCW[A-Z0-9]{17}(?![A-Z0-9])"),
  token(
    "Checkly",
    "https://www.checklyhq.com/docs/accounts-and-users/creating-api-key/",
    "cu_[a-f0-9]{32}(?![a-f0-9])"
  ),
  token("Unkey", "https://www.unkey.com/docs/security/root-keys", "unkey_[A-Za-z0-9]{18,}"),
  token("Mux", "https://docs.mux.com/", "mux_(?=[A-Za-z]{0,40}\\d)[A-Za-z0-9]{36,}"),
  token("Nylas", "https://developer.nylas.com/docs/dev-guide/", "nyk_v\\d_[A-Za-z0-9]{30,}"),
  token(
    "AWS AppSync",
    "https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html",
    "da2-[a-z0-9]{26}(?![a-z0-9])"
  ),
  token("PostgreSQL", "https://www.postgresql.org/docs/current/auth-password.html", "md5[a-f0-9]{32}(?![a-f0-9])")
]
