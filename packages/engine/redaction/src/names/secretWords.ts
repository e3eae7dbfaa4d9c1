/** The words for "password" in many languages, in lower case, with and without accents. */
export const passwords = [
  "pass_?(?:words?|wds?|phrases?|codes?)",
  "(?:bind|root|db|user|admin|sudo|login)_?pw",
  "pass_?wort|kennwort|geheimwort",
  "mots?_?de_?passe",
  "contrase(?:n|ñ|ny|nh)as?",
  "senhas?",
  "wachtwoord(?:en)?",
  "l[oö]senord(?:et)?|passord(?:et)?|adgangskoden?|salasanan?",
  "has[lł]o|heslo|jelsz[oó]|parola|[sş]ifre|lozinka|geslo",
  "parool|salas[oõ]na|slapta[zž]od(?:is|į)|lykilor[dð]|fjal[eë]kalim|contrasinal|pasahitza|cyfrinair|nenosiri",
  "m[aậ]t_?kh[aẩ]u|kata_?(?:sandi|laluan)",
  "пароль|пароли|парола|лозинка|құпиясөз|κωδικ[οό]ς|συνθηματικ[οό]|סיסמ[אה]",
  "كلمة_?(?:المرور|السر)|رمز_?عبور|گذرواژه|पासवर्ड|कूटशब्द|পাসওয়ার্ড|கடவுச்சொல்|รหัสผ่าน",
  "密码|密碼|口令|パスワード|パスフレーズ|暗証番号|비밀번호|비번|암호|패스워드"
].join("|")

/** The words that make a "key" secret. */
export const keys =
  "(?:api|private|secret|access|signing|signature|encryption|decryption|master|account|session|service|deploy|license|ssh|shared|pre_?shared|host|storage|client|auth|webhook|recovery|wallet|hmac|jwt|root|unseal|fernet)"

/** The ambiguous names of secrets and other values: `key`, `code`, `sid`. */
export const doubtful =
  "key|code|sid|(?:php|j|asp|user|web)?_?sess(?:ion)?_?(?:id|key)?|csrf|xsrf|sig|sign|signature|auth_?code|authorization_?code|ticket|hmac|license|licence|nonce|sas|pat|magic|invite|pw|psk|salt|seed|clave|hash_?key|assertion|saml_?response|verifier|code_?verifier"
