// The settings of sign-in. A provider is configured whole or not at all: with half of its settings nothing starts, so that
// a forgotten variable never opens anything.
import { z } from 'zod'
import { guid } from '#lib/schemas/guid.ts'
import { adminEntries } from './admins-setting.ts'

const LOOPBACK = ['127.0.0.1', 'localhost']

const safeAddress = (text: string) => {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  return isSafe ? url : null
}
const origin = z
  .string()
  .refine(
    (text) => safeAddress(text)?.origin === text,
    'must be an https origin, without a path or a slash at the end',
  )
const issuer = z
  .string()
  .refine(
    (text) => safeAddress(text) !== null && !/[?#\s]/.test(text),
    'must be the https address of an issuer, as its ID tokens name it',
  )
const dnsLabel = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be a DNS label')
/** Text that can be sent in a header or a form without escaping. */
const printable = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
const line = z.string().regex(/^[^\p{C}]{1,60}$/u, 'must be one line of up to 60 characters')

const entraTenants = z.string().transform((text, context) => {
  const tenants = text.split(',').map((pair) => {
    const [tid, name, ...rest] = pair.split('=').map((part) => part.trim())
    const isPair = rest.length === 0 && dnsLabel.safeParse(name).success
    return { tid: guid.safeParse(tid).data ?? '', tenantName: isPair ? (name ?? '') : '' }
  })
  const isWhole = tenants.every(({ tid, tenantName }) => tid !== '' && tenantName !== '')
  const isDistinct = new Set(tenants.map(({ tid }) => tid)).size === tenants.length
  if (isWhole && isDistinct) return tenants
  context.addIssue({
    code: 'custom',
    message: isWhole
      ? 'names a tenant of Microsoft Entra ID twice'
      : 'must be TENANT_ID=TENANT, parted by commas: the GUID of a tenant of Microsoft Entra ID, and the name of a tenant here',
  })
  return z.NEVER
})

const scopes = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .refine((names) => names.includes('openid'), 'must hold the scope openid')

const encryptionKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every(isKey), 'must be base64 of 32 bytes, or several, parted by commas')

function isKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}

export const identityVariables = {
  ENTRA_TENANTS: entraTenants.optional(),
  ENTRA_CLIENT_ID: guid.optional(),
  ENTRA_CLIENT_SECRET: printable.optional(),
  ENTRA_AUTHORITY: origin.default('https://login.microsoftonline.com'),
  ENTRA_GRAPH_URL: origin.default('https://graph.microsoft.com'),
  ENTRA_API_AUDIENCE: printable.optional(),
  ENTRA_API_SCOPE: printable.default('access_as_user'),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: printable.optional(),
  OIDC_CLIENT_SECRET: printable.optional(),
  OIDC_NAME: line.optional(),
  OIDC_GROUPS_CLAIM: printable.default('groups'),
  OIDC_SCOPES: scopes.prefault('openid profile email'),
  OIDC_TENANT: dnsLabel.optional(),
  OIDC_API_AUDIENCE: printable.optional(),
  OIDC_API_SCOPE: printable.default('berth'),
  BERTH_ENCRYPTION_KEYS: encryptionKeys.nullable().default(null),
}

type Settings = z.output<z.ZodObject<typeof identityVariables>> & { readonly BERTH_TENANT: string }

export type EntraSettings = {
  /** Tenants of Microsoft Entra ID by their GUID, each with the tenant here whose people they are. */
  readonly tenants: readonly { readonly tid: string; readonly tenantName: string }[]
  readonly clientId: string
  readonly clientSecret: string
  /** An origin. */
  readonly authority: string
  /** An origin. */
  readonly graphUrl: string
  readonly apiAudience: string
  readonly apiScope: string
}

export type OidcSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the button says. */
  readonly name: string
  readonly groupsClaim: string
  readonly scopes: readonly string[]
  readonly tenantName: string
  /** Null: its access tokens are not taken. */
  readonly apiAudience: string | null
  readonly apiScope: string
}

export function readEntra(settings: Settings): EntraSettings | null {
  const { ENTRA_TENANTS: tenants, ENTRA_CLIENT_ID: clientId } = settings
  const { ENTRA_CLIENT_SECRET: clientSecret } = settings
  if (tenants === undefined || clientId === undefined || clientSecret === undefined) return null
  return {
    tenants,
    clientId,
    clientSecret,
    authority: settings.ENTRA_AUTHORITY,
    graphUrl: settings.ENTRA_GRAPH_URL,
    apiAudience: settings.ENTRA_API_AUDIENCE ?? clientId,
    apiScope: settings.ENTRA_API_SCOPE,
  }
}

export function readOidc(settings: Settings): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = settings
  const { OIDC_CLIENT_SECRET: clientSecret } = settings
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  return {
    issuer,
    clientId,
    clientSecret,
    name: settings.OIDC_NAME ?? new URL(issuer).host,
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    scopes: settings.OIDC_SCOPES,
    tenantName: settings.OIDC_TENANT ?? settings.BERTH_TENANT,
    apiAudience: settings.OIDC_API_AUDIENCE ?? null,
    apiScope: settings.OIDC_API_SCOPE,
  }
}

type Given = Readonly<Record<string, string | undefined>>

const WHOLE = {
  ENTRA_: ['ENTRA_TENANTS', 'ENTRA_CLIENT_ID', 'ENTRA_CLIENT_SECRET'],
  OIDC_: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
} as const

/** What is missing from a provider that is partly configured, and from the keys that seal its people's secrets. */
export function identityProblems(given: Given): string[] {
  const halves = Object.entries(WHOLE).flatMap(([prefix, needed]) => {
    const first = Object.keys(given).find((name) => name.startsWith(prefix))
    if (first === undefined) return []
    return needed
      .filter((name) => given[name] === undefined)
      .map((name) => `${name}: it is missing, and ${first} is set.`)
  })
  const problems = [...halves, ...entraProblems(given)]
  if (given['DATABASE_URL'] === undefined || given['BERTH_ENCRYPTION_KEYS'] !== undefined) {
    return problems
  }
  return [
    ...problems,
    'BERTH_ENCRYPTION_KEYS: it is missing, and DATABASE_URL is set: secrets in a database of your own need a key of your own, such as `openssl rand -base64 32` writes.',
  ]
}

/** Settings that Microsoft Entra ID would not accept or never send. */
function entraProblems(given: Given): string[] {
  if (given['ENTRA_TENANTS'] === undefined) return []
  const { BERTH_URL: url = '', BERTH_ADMINS: admins = '', OIDC_ISSUER: other } = given
  const isPlain = url.startsWith('http:') && safeAddress(url) === null
  const names = adminEntries(admins).flatMap((entry) => /^group:(.+)$/.exec(entry)?.[1] ?? [])
  const isNamed = other === undefined && names.some((name) => !guid.safeParse(name.trim()).success)
  return [
    ...(isPlain
      ? ['BERTH_URL: Microsoft Entra ID leads people back to https addresses and localhost alone.']
      : []),
    ...(isNamed
      ? [
          'BERTH_ADMINS: Microsoft Entra ID tells of groups by their object id, which is a GUID: a name makes nobody an admin.',
        ]
      : []),
  ]
}
