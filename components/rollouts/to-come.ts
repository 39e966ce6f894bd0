/** Whether an instant is still to come. */
export function isToCome(at: string): boolean {
  return Date.parse(at) > Date.now()
}
