/** An answer that says how long it is, so that the server sends it in one piece. */
export function textResponse(
  text: string,
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
): Response {
  const length = String(Buffer.byteLength(text))
  return new Response(text, { status, headers: { ...headers, 'Content-Length': length } })
}
