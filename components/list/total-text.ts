export function totalText({
  total,
  totalIsExact,
}: {
  total: number
  totalIsExact: boolean
}): string {
  const text = total.toLocaleString('en')
  return totalIsExact ? text : `more than ${text}`
}
