'use client'

import { useEffect } from 'react'
import type { ObjectRef } from '#lib/domain/objects/objects.ts'
import { keepRecent } from './recent.ts'

/** Keeps that the visitor opened an object's page. */
export function Visited({
  visitor,
  object: { kind, team, name },
}: {
  visitor: string
  object: ObjectRef
}) {
  useEffect(() => {
    keepRecent(visitor, { kind, team, name }, localStorage)
  }, [visitor, kind, team, name])
  return null
}
