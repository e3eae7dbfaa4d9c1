import { keys, passwords } from "../names/secretWords.ts"

// Keep searching fast: each alternative must decide within a bounded number of characters, and may then take a run that
// cannot fail.

/**
 * A shell word, with or without quotes. An unclosed quote takes the rest. A quote that ends a string literal does not
 * begin a word.
 */
const value = String.raw`(?!["'](?:[,)\]}]|\n))(?:"(?:[^"\\]|\\[^])*"?|'[^']*'?|\\["'][^"'\\]*(?:\\["'])?|\\[^"']|[^\s"'\\&;|<>(),]|,(?![\s"']))+`

/** The name of a secret, possibly followed by a number or an environment. */
const word =
  `(?:${passwords}|secret|token|credentials?|mysql_pwd|(?<![a-z])psk|shared_?access_?signature|sonar\\.login|${keys.replaceAll("_?", "[_-]?")}[_-]?key)`.replaceAll(
    "_?",
    "[_ -]?"
  ) + String.raw`(?:_?\d{1,3}|_(?:base|prod|production|dev|staging|test|live))?`

/** An equals sign or a colon, percent-encoded once or more. */
const encoded = "%(?:25){0,4}3[ad]"

/** The end of a name: of a JSON name, possibly inside a string, or of a bracketed member. */
const nameEnd = String.raw`\\{0,7}["']?\]?[ \t]{0,16}`

/**
 * The type before a literal value, as in Swift, Kotlin, TypeScript and Python, or a call that marks it as secret, as in
 * Puppet and pydantic.
 */
const typed = String.raw`(?:[A-Za-z][\w.<>?&' ]{0,30}?[ \t]{0,2}=[ \t]{0,2}(?=["'][^"'\n]{0,128}[\d!@#$%^&*])|(?:sensitive|secret(?:str)?|securestring)\(\s{0,4}(?=["']))`

/** Excludes source code with a type, constant or expression instead of the secret. */
const noCode =
  String.raw`(?![ \t]*(?:string|str|number|bigint|boolean|any|unknown|never|undefined|null|none|true|false|await|new|typeof)(?:[\s,;|)}\]]|$))` +
  String.raw`(?!\s{0,4}[a-z_$][\w$]{0,63}(?:\??\.[a-z_$][\w$]{0,63}){0,8}(?:[([<]|\?\.))` +
  String.raw`(?!\s{0,4}(?:this|self|process|os|req|res|request|response|config|options|opts|env|props|state|params|args|ctx|context|event|data|body|settings|user|session|store|client|entry|input|[\w$]{1,2})(?:\.[a-z_$][\w$]{0,63}){1,8}(?:[\s,;)}\]!]|$))` +
  // A member expression: one named like a secret, or one before an operator.
  String.raw`(?!\s{0,4}[a-z_$][\w$]{0,63}(?:\.[a-z_$#][\w$]{0,63}){0,7}\.[a-z_$]{0,40}?(?:password|secret|token|credentials?|key|authorization)(?:[\s,;)}\]!]|$))` +
  String.raw`(?!\s{0,4}[a-z_$][\w$]{0,63}(?:\.[a-z_$#][\w$]{0,63}){1,8}(?:[,;)}\]!]|[ \t](?:\?|\|\||&&)))` +
  // A type, or a number that is not a password.
  String.raw`(?!\s{0,4}[A-Za-z]{2,40}(?:\)|[ \t]\|[ \t]))(?![ \t]*\d{1,2}(?:[\s,;)}\]*]|$))` +
  // A sentence that continues.
  String.raw`(?![ \t]*(?:it|the|this|that|these|they|there|you|we|without|send|use|see|async|void)[\s.,])(?!(?<==[ \t]{1,4})-)` +
  String.raw`(?![ \t]*(?:--[a-z][a-z-]{0,63}(?:[\s=,;|)}\]"']|$)|[{[]|\$\{|(?:password|secret|token|credentials?)(?:[\s,;)}\]]|$)))(?![a-z_$]{1,2}(?:[;)}\]]|,[\w$]{1,20}[:=]))`

/** The alternatives for secrets after an introduction. A group holds the introduction, which is not redacted. */
const introduced = [
  String.raw`(\bpassword[ \t]{1,4}for[ \t]{1,4}\S{1,80}[ \t]{0,4}=[ \t]{0,4}(?:(?:old_)?password\()?)${value}`,
  String.raw`(\bauthorization${nameEnd}[:=][ \t]{0,4}\\{0,7}["']?)${noCode}(?!(?:basic|bearer)\x60)(?:[^\r\n"'\\]|\\[ \t])+`,
  String.raw`(\bcookie\\?["']?[ \t]{0,4}:[ \t]{0,4}\\?["']?)(?=[^\r\n"'\\]{1,128}=)[^\r\n"'\\]+`,
  // A YAML block: all lines with the indentation of the first.
  String.raw`(${word}["']?:[ \t]{1,4}[|>][+-]?[ \t]{0,4}\r?\n(?<indent>[ \t]{1,40}))[^\n]+(?:\n\k<indent>[^\n]*)*`,
  String.raw`(${word}${nameEnd}(?:=>|:=|=(?!=)|={2,3}(?=[ \t]{0,4}["'][^"'\n]{0,128}[\d!@#$%^&*])|:|${encoded})[ \t]{0,16}${typed}?)${noCode}${value}`,
  String.raw`((?<![\w-])--?[\w-]{0,40}?(?:${word}|pass)[ \t]{1,4})(?!-)${value}`,
  // A list of variables or headers in YAML or JSON: a name, then its value.
  String.raw`(\bname${nameEnd}[:=][ \t]{0,4}\\{0,7}["']?[\w.-]{0,60}?(?:${word}|_pass|_pwd)\\{0,7}["']?,?\s{0,40}\\{0,7}["']?value${nameEnd}[:=][ \t]{0,4})${value}`,
  // A setter call: a name, then a value that is more than letters.
  String.raw`(\(\s{0,4}["'][\w.-]{0,40}?(?:${word}|_pass|_pwd|_key|_salt)["']\s{0,4},\s{0,4})(?=["'][^"'\n]{0,128}[\d!@#$%^&*])["'][^"'\n]+["']`,
  String.raw`(#define[ \t]{1,4}\w{0,40}?(?:${word}|pass|pwd|psk)\w{0,10}[ \t]{1,8})["'][^"'\n]+["']`,
  String.raw`(\b(?:crypt|(?:old_)?password)\(\s{0,4})'[^'\n]{4,}'`,
  String.raw`(\bname=["'][\w.:-]{0,80}?${word}["'][^<>]{0,40}>)[^<\s][^<]{0,255}(?=<\/)`,
  // The login commands of Redis, SMTP and SQL*Plus, and the QR code of a wireless network.
  String.raw`((?:^|\n)[ \t]{0,8}auth[ \t]{1,3}(?:\w{1,40}[ \t]{1,3})?)(?!v?\d+(?:\.\d+)+)(?=\S{0,64}[\d!@#$%^&*=])\S{4,}(?=[ \t]*(?:\n|$))`,
  String.raw`(\bconn(?:ect)?[ \t]{1,3}\w{1,40}\/)(?=\S{0,64}\d)[^\s@]{4,}(?=@|\s|$)`,
  String.raw`(\bwifi:[^\n]{0,120}?;p:)[^;\n]{4,}`,
  String.raw`(<key>[\w .-]{0,40}?${word}<\/key>\s{0,40}<string>)[^<\s][^<]{0,255}(?=<\/)`,
  String.raw`(\bexpect[ \t]{1,4}[^\n]{0,40}?(?:assword|assphrase)[^\n]{0,12}\n[ \t]{0,16}send[ \t]{1,4}(?:-{1,2}[ \t]{1,4})?)"[^"\n]+"`,
  String.raw`(_header[ \t]{1,4}authorization[ \t]{1,4})${value}`,
  // "the key_secret …": a name from source code, then a value that looks generated.
  String.raw`((?<=[a-z]_)(?:secret|password|passwd|token)[ \t]{1,3}["']?)(?=[A-Za-z_-]{0,40}\d)(?=[a-z0-9_-]{0,40}[A-Z])(?=[A-Z0-9_-]{0,40}[a-z])[A-Za-z0-9+/=_-]{16,}`,
  String.raw`(<[\w:.-]{0,40}?${word}>)[^<\s][^<]{0,255}(?=<\/)`,
  String.raw`(<[\w:.-]{0,40}?${word}[ \t]{1,8}value=)${value}`,
  String.raw`(key=["'][\w:.-]{0,40}?${word}["'][ \t]{1,8}value=)${value}`,
  String.raw`(cookie=|\bpwd=(?![/.$]))${value}`,
  String.raw`(["']pwd\\{0,7}["'][ \t]{0,4}:[ \t]{0,4})(?!\\{0,7}["'][/.~$])${value}`,
  String.raw`((?:\b|_)pass=|["'_]pass\\{0,7}["']?[ \t]{0,4}[:=][ \t]{0,4})(?!["']fail)(?!\d{1,4}(?:[^\w!@#$%^&*-]|$))${value}`,
  String.raw`(\bp(?:ass|wd)[ \t]?[:=][ \t]?["']?)(?=[^\s"',;]{0,64}[a-z])(?=[^\s"',;]{0,64}\d)[^\s"',;]{6,}`,
  String.raw`(\b_auth[ \t]{0,4}=[ \t]{0,4}|["']auth["'][ \t]{0,4}:[ \t]{0,4}(?="))${value}`,
  // Commands that take a secret without an option.
  String.raw`((?:--password-stdin|--with-token|["']-S["'])[^\n]{0,160}?\binput[ \t]?[=:][ \t]?b?)${value}`,
  String.raw`(\b(?:config(?:ure)?(?::|[ \t])set|setx|set[ \t]-[gxU]{1,3})[ \t]{1,4}[^\s=]{0,100}?(?:${word}|_?auth(?:token)?)[ \t]{1,4})${value}`,
  String.raw`(\b(?:pypi-token|http-basic|github-oauth|gitlab-token|bearer)\.[\w.-]{1,80}[ \t]{1,4}(?:[\w.@-]{1,80}[ \t]{1,4}(?=\S))?)${value}`,
  String.raw`(\bconvertto-securestring[ \t]{1,4}(?:-string[ \t]{1,4})?)(?!-)${value}`,
  String.raw`(\blogin\s{1,4}\S{1,64}\s{1,8}password\s{1,4})\S+`,
  String.raw`(\b(?:identified[ \t]{1,4}(?:with[ \t]{1,4}\w{1,40}[ \t]{1,4})?by|password|passphrase)[ \t]{1,4})(?:'[^']*'?|"[^"\n]*"?)`,
  // A line of a PostgreSQL password file.
  String.raw`((?<![^\s"'])(?:[\w.-]{1,128}|\*):(?:54\d\d|64\d\d|\*):[\w*-]{1,64}:[\w*-]{1,64}:)[^\s"']+`
]

/**
 * A pattern for secrets after an introduction. The non-empty group of a match is the introduction, which is not
 * redacted.
 */
export const introducedPattern = new RegExp(introduced.join("|"), "gi")

/**
 * A pattern for credentials after their scheme. Plain words do not match, because in prose they follow "basic" and
 * "bearer" too.
 */
export const bearerPattern =
  /(\b(?:[Bb]earer|BEARER)[ \t]{1,4})(?!(?:[Aa]uthori[sz]ation|[Aa]uthentication)\b)(?:(?=.[a-z/._~-]{0,64}[A-Z0-9+=])[A-Za-z0-9+/=._~-]{8,}|[a-z]{14,})|(\b(?:[Bb]asic|BASIC)[ \t]{1,4})(?=.[A-Za-z/._~-]{0,64}[0-9+=])[A-Za-z0-9+/=._~-]{8,}/g

/**
 * Every match of both patterns contains one of these words. Searching for plain words is much faster than matching, and
 * most texts contain none.
 */
const words =
  /pass|secret|token|credential|key|pw|psk|signature|auth|cookie|login|identified|bearer|basic|convertto|stdin|"-s"|'-s'|wort|contrase|senh|wacht|losenord|lösenord|adgang|salas|haslo|hasło|heslo|jelsz|parola|sifre|şifre|lozinka|geslo|parool|slapta|lykil|fjal|contrasin|pasah|cyfrin|nenos|khau|khẩu|kata|парол|лозинк|құпия|κωδικ|συνθημ|סיסמ|كلمة|رمز|گذرواژه|पासवर्ड|कूटशब्द|পাসওয়ার্ড|கடவுச்சொல்|รหัส|密码|密碼|口令|パス|暗証|비밀|비번|암호|패스|#define|crypt|wifi:|conn |conn\t|connect |connect\t/i
const portOfPostgres = /:(?:[56]4\d\d|\*):/

/** Whether a text may contain an introduced secret. */
export const introduces = (text: string): boolean =>
  words.test(text) || (text.includes(":") && portOfPostgres.test(text))

/** The words and ports of all introductions. A text without any of them needs no search. */
export const introducing = new RegExp(`${words.source}|${portOfPostgres.source}`, "gi")

/** The characters that every introduction ends in or is followed by. */
export const separator = /[=:>%\s：＝是为為は]/
