import { token } from "./TokenForm.ts"

/** Tokens of language models, messengers, payment and mail services. */
export const serviceTokens = [
  token(
    "OpenAI, Anthropic, OpenRouter, DeepSeek and others",
    "https://platform.openai.com/docs/api-reference/authentication",
    "sk-(?=[A-Za-z_-]{0,64}\\d)[A-Za-z0-9_-]{16,}"
  ),
  token("xAI", "https://docs.x.ai/docs/key-information/using-management-api", "xai-[A-Za-z0-9_-]{20,}"),
  token("Perplexity", "https://docs.perplexity.ai/guides/api-key-management", "pplx-[A-Za-z0-9]{20,}"),
  token("Groq", "https://console.groq.com/docs/quickstart", "gsk_[A-Za-z0-9]{20,}"),
  token("Replicate", "https://replicate.com/docs/topics/security/api-tokens", "r8_[A-Za-z0-9]{20,}"),
  token(
    "Hugging Face",
    "https://huggingface.co/docs/hub/security-tokens",
    "hf_[A-Za-z0-9]{25,}",
    "api_org_[A-Za-z0-9]{25,}"
  ),
  token(
    "Fireworks, Together, Cerebras",
    "https://docs.fireworks.ai/api-reference/introduction",
    "fw_[A-Za-z0-9]{20,}",
    "tgp_v1_[A-Za-z0-9_-]{20,}",
    "csk-[a-z0-9]{30,}"
  ),
  token("NVIDIA", "https://docs.nvidia.com/ngc/latest/ngc-user-guide.html", "nvapi-[A-Za-z0-9_-]{20,}"),
  token(
    "Tavily, Exa, Firecrawl, E2B, Jina",
    "https://docs.tavily.com/documentation/api-reference/introduction",
    "tvly-[A-Za-z0-9_-]{16,}",
    "fc-[a-f0-9]{32}",
    "e2b_[a-f0-9]{30,}",
    "jina_[A-Za-z0-9_-]{30,}",
    "pcsk_[A-Za-z0-9_]{30,}",
    "esecret_[A-Za-z0-9_-]{16,}"
  ),
  token(
    "LangSmith, Langfuse",
    "https://docs.smith.langchain.com/administration/how_to_guides/organization_management/create_account_api_key",
    "lsv2_(?:pt|sk)_[A-Za-z0-9_]{20,}",
    "sk-lf-[a-f0-9-]{30,}"
  ),
  token(
    "ElevenLabs, AssemblyAI and others",
    "https://elevenlabs.io/docs/api-reference/authentication",
    "sk_[A-Za-z0-9]{16,}"
  ),
  token(
    "Slack",
    "https://api.slack.com/concepts/token-types",
    String.raw`xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}`,
    "xapp-[A-Za-z0-9-]{10,}",
    String.raw`(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/_+-]{16,}`
  ),
  token(
    "Discord",
    "https://discord.com/developers/docs/reference#authentication",
    String.raw`[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}`,
    String.raw`mfa\.[A-Za-z0-9_-]{60,}`,
    String.raw`(discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,20}\/)[A-Za-z0-9_-]{20,}`
  ),
  token(
    "Telegram",
    "https://core.telegram.org/bots/api#authorizing-your-bot",
    String.raw`(bot)?\d{6,12}:[A-Za-z0-9_-]{30,}`
  ),
  token(
    "Microsoft Teams",
    "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook",
    String.raw`(webhook\.office\.com\/webhookb2\/)[A-Za-z0-9@/_-]{30,}`
  ),
  token(
    "Google Chat, Zapier, Make, IFTTT",
    "https://help.zapier.com/hc/en-us/articles/8496288690317",
    String.raw`(hooks\.zapier\.com\/hooks\/catch\/)[A-Za-z0-9/_-]{8,}`,
    String.raw`(maker\.ifttt\.com\/trigger\/[\w-]{1,80}\/(?:json\/)?with\/key\/)[A-Za-z0-9_-]{16,}`,
    String.raw`(hook\.(?:[a-z]{2}\d\.)?make\.com\/)[a-z0-9]{20,}`
  ),
  token(
    "Twilio",
    "https://www.twilio.com/docs/iam/api-keys",
    "SK[0-9a-fA-F]{32}",
    "(AC[0-9a-fA-F]{32}[:/, ]{1,3})[0-9a-f]{32}(?![0-9a-f])"
  ),
  token(
    "SendGrid",
    "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
    String.raw`SG\.[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]+)?`
  ),
  token(
    "Mailgun",
    "https://documentation.mailgun.com/docs/mailgun/user-manual/get-started/",
    "(?:pub)?key-[a-f0-9]{32}",
    "[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}(?![a-f0-9-])"
  ),
  token(
    "Mailchimp",
    "https://mailchimp.com/developer/marketing/guides/quick-start/#generate-your-api-key",
    "[a-f0-9]{32}-us\\d{1,2}",
    "md-[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])"
  ),
  token(
    "Brevo, Resend, Postmark",
    "https://developers.brevo.com/docs/getting-started",
    "xkeysib-[a-f0-9]{40,}(?:-[A-Za-z0-9]+)?",
    "xsmtpsib-[a-f0-9]{40,}(?:-[A-Za-z0-9]+)?",
    "re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,}"
  ),
  token(
    "Stripe",
    "https://docs.stripe.com/keys",
    "(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{10,}",
    "whsec_[A-Za-z0-9+/=]{16,}"
  ),
  token(
    "Square",
    "https://developer.squareup.com/docs/build-basics/access-tokens",
    "EAAA[A-Za-z0-9_-]{50,}",
    "sq0[a-z]{3}-[A-Za-z0-9_-]{20,}"
  ),
  token(
    "Facebook",
    "https://developers.facebook.com/docs/facebook-login/guides/access-tokens",
    "EAA[A-Za-z][A-Za-z0-9]{30,}",
    String.raw`\d{14,17}\|[A-Za-z0-9_-]{25,}`,
    "IG(?:QVJ|AA)[A-Za-z0-9_-]{30,}"
  ),
  token(
    "PayPal, Braintree",
    "https://developer.paypal.com/braintree/articles/control-panel/important-gateway-credentials",
    String.raw`access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}`,
    "A21AA[A-Za-z0-9_-]{50,}"
  ),
  token(
    "Razorpay, Flutterwave, Paystack",
    "https://developer.flutterwave.com/docs/authentication",
    "rzp_(?:live|test)_[A-Za-z0-9]{14,}",
    "FLW(?:SECK|PUBK)(?:_TEST)?-[A-Za-z0-9-]{12,}"
  ),
  token(
    "Adyen, Checkout, Plaid",
    "https://plaid.com/docs/api/tokens/",
    "(?:access|public|link|processor)-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}",
    "AQE[A-Za-z]hmf[A-Za-z0-9+/=_.-]{40,}"
  ),
  token(
    "Shopify",
    "https://shopify.dev/docs/apps/build/authentication-authorization",
    "shp(?:at|ca|pa|ss|ua|tka)_[A-Za-z0-9]{20,}"
  ),
  token(
    "HubSpot",
    "https://developers.hubspot.com/docs/guides/apps/private-apps/overview",
    "pat-(?:na|eu|ap)\\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
  ),
  token(
    "Intercom, Zendesk, Salesforce",
    "https://help.salesforce.com/s/articleView?id=sf.remoteaccess_access_tokens.htm",
    "00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{40,}",
    "dG9rO[A-Za-z0-9+/=]{40,}"
  ),
  token(
    "Shippo, EasyPost, Lob",
    "https://docs.goshippo.com/docs/guides_general/authentication/",
    "shippo_(?:live|test)_[A-Za-z0-9]{30,}",
    "EZ[AT]K[A-Za-z0-9]{40,}",
    "(?:live|test)_(?:pub_)?[a-f0-9]{31,}"
  ),
  token(
    "Twitch, Spotify, X",
    "https://dev.twitch.tv/docs/authentication/",
    "oauth:[a-z0-9]{28,}",
    "A{19,}[A-Za-z0-9%]{60,}"
  ),
  token(
    "Dropbox",
    "https://www.dropbox.com/developers/documentation/http/documentation#authentication",
    String.raw`sl\.(?:u\.)?[A-Za-z0-9_-]{60,}`
  ),
  token(
    "LINE, Kakao, WeChat, Feishu",
    "https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot",
    String.raw`(open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/)[0-9a-f-]{30,}`,
    String.raw`(qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=)[0-9a-f-]{30,}`
  ),
  token(
    "Mapbox",
    "https://docs.mapbox.com/api/accounts/tokens/",
    String.raw`[st]k\.eyJ[A-Za-z0-9_-]{20,200}\.[A-Za-z0-9_-]{10,}`
  ),
  token(
    "Authress",
    "https://authress.io/knowledge-base/docs/authorization/service-clients/secrets-scanning/",
    String.raw`(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,}`
  )
]
