import type { SelectorJson } from '#lib/domain/labels/selector-format.ts'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'

/** A selector that the API answered, as kubectl writes it. */
export function selectorText(json: SelectorJson): string {
  const parsed = parseSelector(json, [])
  return parsed.ok ? formatSelector(parsed.value) : ''
}
