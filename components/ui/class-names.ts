type Part = string | false | null | undefined

/** Class names as one attribute; what is not set is left out. */
export function classNames(...parts: readonly Part[]): string {
  return parts.filter(Boolean).join(' ')
}
