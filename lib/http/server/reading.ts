const READING_METHODS = ['GET', 'HEAD']

export function isReading(method: string | undefined): boolean {
  return method !== undefined && READING_METHODS.includes(method)
}
