// Which entries a team's quota may have. One that Kubernetes refuses in a ResourceQuota would stop the team's manifests on
// every cluster.
import { labelKeyIssues } from '#lib/domain/labels/labels.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues, quoted } from '#lib/domain/text/text.ts'

const ENTRIES_MAX = 100

const COMPUTE_NAMES: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
])

const COUNT_NAMES: ReadonlySet<string> = new Set([
  'pods',
  'services',
  'services.loadbalancers',
  'services.nodeports',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
])

/**
 * Every issue of a quota's `hard` entries: `too_many` over 100, else `quota_format`. A name without a prefix must be one
 * that Kubernetes knows, one with a prefix is like a label's key. An amount is a quantity, or a whole number for a count.
 *
 * https://github.com/kubernetes/kubernetes/blob/00010901c746/pkg/apis/core/helper/helpers.go `standardQuotaResources`
 */
export function quotaIssues(quota: ReadonlyMap<string, string>): readonly Issue[] {
  if (quota.size > ENTRIES_MAX) {
    const reason = `There are ${quota.size} entries; at most ${ENTRIES_MAX} are allowed.`
    return [{ path: ['quota'], code: 'too_many', reason }]
  }
  return [...quota].flatMap(([name, amount]) => [
    ...grammarIssues(name, ['quota', name], nameFlaw),
    ...grammarIssues(amount, ['quota', name], (text) => amountFlaw(name, text)),
  ])
}

function nameFlaw(name: string): Flaw | null {
  const known = name.includes('/')
    ? labelKeyIssues(name, []).length === 0
    : COMPUTE_NAMES.has(name) || COUNT_NAMES.has(name) || isHugePages(name)
  return known ? null : malformed(`${quoted(name)} is no resource that a ResourceQuota limits.`)
}

function isHugePages(name: string): boolean {
  return /^(?:requests\.)?hugepages-[1-9]\d{0,3}[KMG]i$/.test(name)
}

function amountFlaw(name: string, amount: string): Flaw | null {
  if (COUNT_NAMES.has(name) || name.startsWith('count/')) {
    return /^\d{1,12}$/.test(amount)
      ? null
      : malformed(`${quoted(name)} counts objects: ${quoted(amount)} is no whole number.`)
  }
  if (!isQuantity(amount)) {
    return malformed(
      `${quoted(amount)} is no amount: write a number with a unit, such as 500m, 2 or 1.5Gi.`,
    )
  }
  return countsWhole(name) && !isWhole(amount)
    ? malformed(
        `${quoted(name)} counts whole things: ${quoted(amount)} is no whole number up to ${WHOLE_MAX}.`,
      )
    : null
}

/**
 * Whether Kubernetes takes only whole amounts: of resources that aren't its own, but not of requests for them.
 *
 * https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/apis/core/helper/helpers.go `IsExtendedResourceName`
 */
function countsWhole(name: string): boolean {
  return name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.')
}

/**
 * Kubernetes counts in thousandths with 64 bits, and treats what doesn't fit as a fraction.
 *
 * https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/apis/core/validation/validation.go
 * `ValidateResourceQuantityValue`
 */
const WHOLE_MAX = 9_223_372_036_854_775n

/** Whether Kubernetes sees a whole number in a quantity. */
function isWhole(quantity: string): boolean {
  const [, whole = '', fraction = '', suffix = ''] =
    /^\+?(\d*)\.?(\d*)([A-Za-z].*)?$/.exec(quantity) ?? []
  const { binary, decimal } = powers(suffix)
  const up = 2n ** BigInt(binary) * 10n ** BigInt(Math.max(decimal, 0))
  const down = 10n ** BigInt(fraction.length + Math.max(-decimal, 0))
  const scaled = BigInt(`${whole}${fraction}`) * up
  return scaled % down === 0n && scaled / down <= WHOLE_MAX
}

/** What a suffix multiplies by, as exponents of two and of ten. */
function powers(suffix: string): { readonly binary: number; readonly decimal: number } {
  const exponent = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1]
  if (exponent !== undefined) return { binary: 0, decimal: Number(exponent) }
  if (suffix.endsWith('i'))
    return { binary: 10 * ('KMGTPE'.indexOf(suffix.charAt(0)) + 1), decimal: 0 }
  const decimal = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }[suffix] ?? 0
  return { binary: 0, decimal }
}

/**
 * Whether a text is a Kubernetes quantity that isn't negative. Digits and exponents are limited to what anybody could mean.
 *
 * https://github.com/kubernetes/apimachinery/blob/eed236ce/pkg/api/resource/quantity.go `ParseQuantity`
 */
function isQuantity(text: string): boolean {
  return /^\+?(?:\d{1,18}(?:\.\d{0,9})?|\.\d{1,9})(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d{1,2})?$/.test(
    text,
  )
}

function malformed(reason: string): Flaw {
  return { code: 'quota_format', reason }
}
