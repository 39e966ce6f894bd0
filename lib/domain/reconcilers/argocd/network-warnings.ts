// What a person should know before a team's network becomes stricter where its Pods run.
import type { NetworkMode } from '#lib/domain/objects/objects.ts'
import type { TeamDelivery } from '#lib/domain/reconcilers/interface/reconciler.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { counted } from '#lib/domain/text/counted.ts'

/** From the least to the most strict. */
const MODES: readonly NetworkMode[] = ['open', 'namespace', 'closed']

const CUT: Readonly<Record<NetworkMode, string>> = {
  open: '',
  namespace:
    'what comes to its Pods from other namespaces, but those with the label berth.dev/ingress=allowed,',
  closed:
    'what comes to its Pods from other namespaces, and all that they reach outside their own, but DNS,',
}

/** The warning of a team whose network policy is made stricter on clusters where it stays. */
export function networkWarnings({ name, before, after, stayed }: TeamDelivery): Warning[] {
  if (!before || !after || stayed === 0) return []
  if (MODES.indexOf(after.network) <= MODES.indexOf(before.network)) return []
  const where = counted(stayed, 'cluster')
  const message = `The network of team ${name} goes from ${before.network} to ${after.network} on ${where}, where it runs: ${CUT[after.network]} is cut off once Argo CD has synced it.`
  return [{ code: 'network_stricter', message }]
}
