// A request of the API as somebody would send it from a shell.

type Sent = {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Asks for a token in the environment, and quotes what a shell would read otherwise. */
export function curlText({ method, path, headers = {}, body }: Sent): string {
  const typed = body === undefined ? headers : { 'Content-Type': 'application/json', ...headers }
  return [
    'curl --fail-with-body',
    ...(method === undefined ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $TOKEN"',
    ...Object.entries(typed).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoted(JSON.stringify(body))}`]),
    quoted(`${globalThis.location.origin}${path}`),
  ].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
