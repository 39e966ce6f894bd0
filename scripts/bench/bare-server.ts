// The reference of the list: node:http alone, in a process of its own, with exactly the statements of the list. It is
// forked with the database's address, and reports its port.
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { drizzle } from 'drizzle-orm/postgres-js'
import { connect, type Connection } from '#db/connection.ts'
import { openPool } from '#db/pool.ts'
import { listObjects, type ObjectQuery } from '#db/queries/objects.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'

/** As many as the portal has. */
const CONNECTIONS_MAX = 10
const PAGE = 100
const BEGIN = `begin isolation level repeatable read, read only; select set_config('berth.tenant', '1', true)`
const FIND_TOKEN = `select tenant, tenant_name, installation, id, name, role, team, cluster from find_token($1)`

type Parameter = string | number | readonly string[]
type Statement = { readonly text: string; readonly parameters: Parameter[] }

const [databaseUrl = ''] = process.argv.slice(2)
const pool = openPool(() => connect(databaseUrl), {
  max: CONNECTIONS_MAX,
  perTenant: CONNECTIONS_MAX,
})
const statements = await pool.lend(recordList)
const server = createServer((request, response) => {
  void answer(request).then(
    (body) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body),
    (error) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(address?.port)
})

/** The statements of the list, recorded from the product's own queries. */
async function recordList({ client }: Connection): Promise<readonly Statement[]> {
  const recorded: Statement[] = []
  const logger = {
    logQuery: (text: string, parameters: unknown[]) =>
      void recorded.push({ text, parameters: parameters.map(requireParameter) }),
  }
  await client.unsafe(BEGIN)
  const scope = { tx: drizzle(client, { casing: 'snake_case', logger }), tenant: 1 }
  const query = listQuery()
  await readTenantState(scope, { lock: false })
  await listObjects(scope, query, { after: null, limit: PAGE + 1 })
  await client.unsafe('commit')
  return recorded
}

function requireParameter(value: unknown): Parameter {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  throw new Error(`The list is not expected to send ${String(value)}`)
}

function listQuery(): ObjectQuery {
  const selector = parseSelector('region=region-1', [])
  if (!selector.ok) throw new Error('The selector is none')
  return {
    kind: 'cluster',
    change: null,
    selector: selector.value,
    text: null,
    teams: null,
    sort: BY_NAME,
  }
}

async function answer({ headers }: IncomingMessage): Promise<string> {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  const hash = createHash('sha256').update(token).digest()
  const found = await pool.lend(({ client }) => client.unsafe(FIND_TOKEN, [hash]))
  if (found.length !== 1) throw new Error('The token is unknown')
  return pool.lend(async ({ client }) => {
    const begun = client.unsafe(BEGIN).execute()
    const answers: (readonly object[])[] = []
    for (const { text, parameters } of statements) {
      answers.push(await client.unsafe(text, parameters))
    }
    await begun
    await client.unsafe('commit')
    const items = answers.find((rows) => rows.length > 1) ?? []
    return JSON.stringify({
      items: items.slice(0, PAGE),
      counts: answers.filter((rows) => rows.length === 1),
    })
  })
}
