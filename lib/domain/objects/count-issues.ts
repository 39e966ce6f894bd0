import type { Issue } from '#lib/domain/text/issue.ts'

/** The issue of a count that is out of its range: `count_range`. */
export function countIssues(
  count: number,
  field: string,
  [least, most]: readonly [number, number],
): readonly Issue[] {
  if (count >= least && count <= most) return []
  const reason = `This is a number from ${least} to ${most.toLocaleString('en')}.`
  return [{ path: [field], code: 'count_range', reason }]
}
