/** An instant so many seconds later, in whole seconds, as Kubernetes says instants. */
export function later(at: Date, seconds: number): Date {
  return new Date(Math.ceil(at.getTime() / 1000 + seconds) * 1000)
}
