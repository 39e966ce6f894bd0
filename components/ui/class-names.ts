type Part = string | false | null | undefined

export function classNames(...parts: readonly Part[]): string {
  return parts.filter(Boolean).join(' ')
}
