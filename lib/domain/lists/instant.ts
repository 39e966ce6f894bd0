const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/**
 * The instant of an RFC 3339 text, or the first moment in UTC of a date. Null: the text is none.
 * https://www.rfc-editor.org/rfc/rfc3339
 */
export function instantOf(text: string): Date | null {
  const instant = new Date(INSTANT.test(text) ? text : Number.NaN)
  // An offset can move the year out of the four digits that RFC 3339 and Postgres write.
  const year = instant.getUTCFullYear()
  return isCalendarDate(text.slice(0, 10)) && year >= 1 && year <= 9999 ? instant : null
}

/** `Date` accepts 30 February as 2 March. */
function isCalendarDate(text: string): boolean {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
