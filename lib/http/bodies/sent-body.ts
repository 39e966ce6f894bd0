// What requests said, for whoever has to tell of one that was refused: a body can be read once. It goes with the request.
const bodies = new WeakMap<Request, unknown>()

export function noteSent(request: Request, body: unknown): void {
  bodies.set(request, body)
}

/** The JSON of a request's body, once somebody has read it; else undefined. */
export function sentWith(request: Request): unknown {
  return bodies.get(request)
}
