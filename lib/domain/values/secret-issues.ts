// What looks like a secret among values. They are kept, shown and published as plain text, so a secret is named in them, and
// kept elsewhere.
import type { Issue } from '#lib/domain/text/issue.ts'
import { isList, type Value, type Values } from './values.ts'

type Path = Issue['path']

/** Ends of keys whose text is a secret, in lower case and without separators. */
const SECRET_ENDS = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'token',
  'apikey',
  'privatekey',
  'credential',
] as const

/** Keys with the same ends that hold the name of a Secret, as charts have them: `existingSecret`, `imagePullSecrets`. */
const NAMES_A_SECRET = /^existing|pullsecrets?$/

/** Texts that are secrets whatever their key is. None of them scans a text more than once. */
const SECRET_TEXTS: readonly { readonly is: RegExp; readonly what: string }[] = [
  { is: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/, what: 'a private key' },
  // https://datatracker.ietf.org/doc/html/rfc7519#section-3.1: two objects in base64url begin with `eyJ`
  { is: /\beyJ[\w-]{6,1000}\.eyJ[\w-]{6,4000}\.[\w-]/, what: 'a JSON Web Token' },
  { is: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, what: 'an access key of AWS' },
  { is: /\b(?:gh[pousr]_[A-Za-z0-9]{20}|github_pat_\w{20})/, what: 'a token of GitHub' },
  { is: /\bglpat-[\w-]{20}/, what: 'a token of GitLab' },
  { is: /\bxox[abeoprs]-[\w-]{10}/, what: 'a token of Slack' },
  {
    is: /(?:^|\s)--?[\w-]{0,40}(?:password|passwd|secret|token)=[^\s$]/i,
    what: 'a secret among arguments',
  },
  // `git@` alone is how SSH is written, and no secret.
  { is: /:\/\/(?!git@)[^\s/?#@]{0,1000}@/, what: 'an address with a user or password' },
]

/**
 * The issues `looks_like_secret` of values, each at what looks so: text under a key such as `password` or `apiKey`, or beside such a
 * `name`, arguments such as `--password=x`, private keys,
 * tokens of well-known forms, addresses with a user in them, and documents of SOPS, which nothing decrypts on the way. A name of a
 * Secret, as `{secretRef: {name, key}}` or `existingSecret`, is none. No reason repeats a value.
 */
export function secretIssues(values: Values, path: Path): readonly Issue[] {
  const sops = Object.hasOwn(values, 'sops')
    ? [issue([...path, 'sops'], 'These are values that SOPS encrypted, and nothing decrypts them.')]
    : []
  return [...sops, ...within(values, path)]
}

function within(value: Value, path: Path, isSecret = false): readonly Issue[] {
  if (typeof value === 'string') return ofText(value, path, isSecret)
  if (typeof value !== 'object') return []
  if (isList(value)) return value.flatMap((item, index) => within(item, [...path, index], isSecret))
  const isNamedSecret = typeof value['name'] === 'string' && isSecretKey(value['name'])
  return Object.entries(value).flatMap(([key, member]) =>
    within(member, [...path, key], isSecretKey(key) || (key === 'value' && isNamedSecret)),
  )
}

function ofText(text: string, path: Path, isSecret: boolean): readonly Issue[] {
  if (text === '') return []
  const known = SECRET_TEXTS.find(({ is }) => is.test(text))
  if (known !== undefined) return [issue(path, `The text holds ${known.what}.`)]
  return isSecret ? [issue(path, 'The key says that the text is a secret.')] : []
}

function isSecretKey(key: string): boolean {
  const words = key.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const joined = words.replaceAll(/[^a-z0-9]+/g, '')
  if (NAMES_A_SECRET.test(joined)) return false
  const one = joined.replace(/s$/, '')
  // `pass` counts as a word of its own: `bypass` holds no secret.
  return SECRET_ENDS.some((end) => one.endsWith(end)) || /(?:^|[^a-z0-9])pass$/.test(words)
}

function issue(path: Path, reason: string): Issue {
  return {
    path,
    code: 'looks_like_secret',
    reason: `${reason} Values are read by many: keep the secret in a Secret, and name that.`,
  }
}
