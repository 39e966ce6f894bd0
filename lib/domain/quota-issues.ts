// Whether the entries of a team's quota are ones that a ResourceQuota takes: an entry that Kubernetes refuses would stop
// the team's manifests on every cluster.
import type { Issue } from './issue.ts'
import { labelKeyIssues } from './labels.ts'
import { type Flaw, grammarIssues, quoted } from './text.ts'

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
 * Every issue of a quota's `hard` entries: `too_many` over 100, else `quota_format`. Names without a prefix are those that
 * Kubernetes knows; names with one are as label keys. Amounts are quantities, and whole numbers where objects are counted.
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
  return isQuantity(amount)
    ? null
    : malformed(
        `${quoted(amount)} is no amount: write a number with a unit, such as 500m, 2 or 1.5Gi.`,
      )
}

/**
 * Whether a text is a Kubernetes quantity that is not negative. Digits and exponents are bounded, as nobody means more.
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
