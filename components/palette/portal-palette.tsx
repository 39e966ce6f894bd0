'use client'

import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ObjectRef } from '#lib/domain/objects/objects.ts'
import { Palette } from './palette.tsx'
import type { Offered } from './palette-button.tsx'
import { useOffered } from './use-offered.ts'

/** What people look for by name. The others are few, and their lists are among the pages. */
const SOUGHT: readonly Kind[] = [
  'application',
  'cluster',
  'target-policy',
  'config',
  'config-schema',
  'team',
  'environment',
]

/** The palette of the whole portal. */
export function PortalPalette({
  offered,
  recent,
  onClose,
}: {
  offered: Offered
  recent: readonly ObjectRef[]
  onClose: () => void
}) {
  return (
    <Palette
      title="Search and do"
      placeholder="An object, a label such as region=east, #12 for a rollout, a page or an action"
      among={SOUGHT}
      recent={recent}
      groups={useOffered(offered)}
      onClose={onClose}
    />
  )
}
