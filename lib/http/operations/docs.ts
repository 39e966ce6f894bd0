// Describes the API: the OpenAPI document, and pages about it that load nothing from outside.
import { parameterCode } from '#lib/http/api/query.ts'
import { codeSentences } from '#lib/http/api/problem-codes.ts'
import { nonceOf } from '#lib/http/request/request-origin.ts'
import { readDocsScript } from './docs-script.ts'
import { openApiDocument } from './openapi.ts'
import { operations } from './operations.ts'

let document: string | null = null

export function answerOpenApi(): Response {
  document ??= JSON.stringify(openApiDocument())
  return new Response(document, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
}

/** Without everything that leads outside: the assistant, the client's download, and the tools for publishing the API. */
const REFERENCE = {
  url: '/api/v1/openapi.json',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  hideClientButton: true,
  telemetry: false,
}

export function answerDocs(request: Request): Response {
  const nonce = nonceOf(request.headers)
  const configuration = JSON.stringify(REFERENCE).replaceAll('"', '&quot;')
  return page(
    'Berth API',
    `<div id="api-reference" data-url="${REFERENCE.url}" data-configuration="${configuration}"></div>
<script src="/api/docs/scalar.js" nonce="${nonce}"></script>`,
  )
}

/** The reference's own script, from the package and not from a network. */
export async function answerDocsScript(): Promise<Response> {
  return new Response(await readDocsScript(), {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}

/** Every code that an answer may contain, with its meaning; each parameter has one of its own. */
export function problemSentences(): Readonly<Record<string, string>> {
  const names = new Set(operations.flatMap(({ query }) => Object.keys(query.shape)))
  const ofParameters = [...names]
    .sort()
    .map((name) => [parameterCode(name), `${name} is not what the parameter takes.`] as const)
  return { ...codeSentences, ...Object.fromEntries(ofParameters) }
}

/** What the `type` of a problem points to: its code, and what it means. */
export function answerProblems(): Response {
  const rows = Object.entries(problemSentences()).map(
    ([code, sentence]) =>
      `<dt id="${code}"><code>${code}</code></dt><dd>${sentence.replaceAll('<', '&lt;')}</dd>`,
  )
  return page('Problems', `<h1>Problems</h1><dl>${rows.join('\n')}</dl>`)
}

function page(title: string, body: string): Response {
  return new Response(
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body>
${body}
</body>
</html>
`,
    { headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  )
}
