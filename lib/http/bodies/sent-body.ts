// Remembers the body of each request while the request lives, for the audit of refusals: a body can be read only once.
const bodies = new WeakMap<Request, unknown>()

export function noteSent(request: Request, body: unknown): void {
  bodies.set(request, body)
}

/** The JSON of a request's body once it has been read; otherwise undefined. */
export function sentWith(request: Request): unknown {
  return bodies.get(request)
}
