'use client'

import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 250

/** The value once it has been unchanged for a while; the first one at once. Equal keys are equal values. */
export function useSettled<Value>(value: Value, key: string): { value: Value; key: string } {
  const [settled, setSettled] = useState({ value, key })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value, key }), DEBOUNCE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- equal keys are equal values
  }, [key])
  return settled
}
