// Objects as a caller sends them to the API server, and the words by which roles and policies speak of them.

export type ApiObject = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string | undefined
    readonly labels?: Readonly<Record<string, string>> | undefined
    readonly annotations?: Readonly<Record<string, string>> | undefined
  }
  readonly spec?: unknown
  readonly roleRef?: unknown
}

export function groupOf({ apiVersion }: ApiObject): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
}

/** The resource of a kind: `networkpolicies` of NetworkPolicy. */
export function resourceOfKind(kind: string): string {
  const lower = kind.toLowerCase()
  if (lower.endsWith('y')) return `${lower.slice(0, -1)}ies`
  if (lower.endsWith('ss')) return `${lower}es`
  return lower.endsWith('s') ? lower : `${lower}s`
}
