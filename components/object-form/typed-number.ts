/** What is no number stays a text, so that its field says so. */
export function typedNumber(text: string): number | string {
  const trimmed = text.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed
}
