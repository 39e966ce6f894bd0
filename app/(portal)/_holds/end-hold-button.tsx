'use client'

import { CalendarX } from 'lucide-react'
import { PreviewedButton } from '#components/impact/previewed-button.tsx'
import { apiPaths } from '#lib/schemas/paths.ts'
import { endHold } from './actions.ts'
import type { HoldPair } from './hold-pair.ts'

/** Ends a hold before its time, after showing what the cluster gets then. */
export function EndHoldButton({ pair, etag }: { pair: HoldPair; etag: string }) {
  const { cluster, namespace, application } = pair
  return (
    <PreviewedButton
      icon={CalendarX}
      title={`End the hold of ${application} on ${cluster}`}
      description={`${cluster} gets what its environment has by now, as if it had held nothing.`}
      edit={{
        verb: 'endHold',
        counted: 'placement',
        request: { method: 'DELETE', path: apiPaths.hold(cluster, namespace, application), etag },
        save: async (seen) => endHold({ ref: { cluster, namespace, application }, etag, ...seen }),
      }}
    />
  )
}
