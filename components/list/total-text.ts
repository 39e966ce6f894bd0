import type { Total } from '#lib/domain/lists/total.ts'

export function totalText({ total, totalIsExact }: Total): string {
  const text = total.toLocaleString('en')
  return totalIsExact ? text : `more than ${text}`
}

/** With its noun, as `1 cluster` and `more than 10,000 clusters`. */
export function countedTotal(total: Total, one: string, many = `${one}s`): string {
  return `${totalText(total)} ${total.total === 1 ? one : many}`
}
