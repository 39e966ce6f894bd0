'use client'

import { useEffect } from 'react'
import { keepOpenedList, type OpenedList } from './opened-list.ts'

/** Keeps the list that the visitor looks at, for the pages of its objects. */
export function RememberedList({ visitor, list }: { visitor: string; list: OpenedList }) {
  useEffect(() => keepOpenedList(visitor, list, sessionStorage), [visitor, list])
  return null
}
