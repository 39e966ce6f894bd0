type Reply = { readonly header: () => Reply; readonly send: (text: string) => void }
type Route = {
  readonly url: string
  readonly handler: (request: unknown, reply: Reply) => void
}
type Plugin = (
  server: { readonly route: (route: Route) => void },
  options: object,
  done: () => void,
) => void

/**
 * The script of the API's reference. A plugin for Fastify has it in one piece and serves it, so its route is asked here without
 * Fastify: the reference's own package brings more than two hundred others, of which the script needs none.
 * https://github.com/scalar/scalar/tree/main/integrations/fastify
 */
export async function readDocsScript(): Promise<string> {
  const scalar = await import('@scalar/fastify-api-reference')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types are those of Fastify, which isn't installed
  const register = scalar.default as Plugin
  let script = ''
  const reply: Reply = { header: () => reply, send: (text) => (script = text) }
  const route = ({ url, handler }: Route) => {
    if (url.endsWith('.js')) handler(null, reply)
  }
  register({ route }, { configuration: { url: '/' } }, () => undefined)
  if (script === '') throw new Error('the plugin serves no script')
  return script
}
