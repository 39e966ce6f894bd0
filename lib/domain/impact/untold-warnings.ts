// Why nobody will hear of what is made of a saved report.
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import type { SavedReport } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'

export function untoldWarnings(fleet: Fleet, { name, deliver }: SavedReport): readonly Warning[] {
  const told = findObject(fleet, { kind: 'subscription', team: null, name: deliver })?.object
  if (told?.kind !== 'subscription') return []
  const untold = (why: string): Warning => ({
    code: 'subscription_untold',
    message: `Nobody hears of the files of ${name}: the subscription ${deliver} ${why}.`,
  })
  if (told.suspended) return [untold('is suspended')]
  return told.events.includes('report.ready') ? [] : [untold('isn’t told of reports')]
}
