// The reference of reports and metrics: node:http alone, in a process of its own, that parses the same bodies and keeps what is
// new of them with hand-written SQL, in tables of its own. It is forked with the owner's address, and reports its port.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { connect } from '#db/connection.ts'
import { openPool } from '#db/pool.ts'
import { decoded1 } from '#lib/http/testing/remote-write.ts'

/** In the short form, and in Argo CD's. */
type Item = { readonly name: string } | { readonly metadata: { readonly name: string } }

/** As many as the portal has. */
const CONNECTIONS_MAX = 10
const decompress = promisify(gunzip)
const [databaseUrl = ''] = process.argv.slice(2)
const pool = openPool(() => connect(databaseUrl), {
  max: CONNECTIONS_MAX,
  perTenant: CONNECTIONS_MAX,
})
await pool.lend(({ client }) =>
  client.unsafe(`
    create schema if not exists bench;
    create table if not exists bench.clusters (cluster text primary key, seen_at timestamptz not null);
    create table if not exists bench.observations (
      cluster text, application text, digest text not null, item jsonb not null,
      primary key (cluster, application));
    create table if not exists bench.series (
      cluster text, series text, value float8 not null, at timestamptz not null,
      primary key (cluster, series))`),
)
const server = createServer((request, response) => {
  const taken = request.url === '/metrics/write' ? receiveMetrics(request) : receive(request)
  void taken.then(
    (changed) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ changed })),
    (error) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(address?.port)
})

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** How many series it tells of; each by its newest sample. */
async function receiveMetrics(request: IncomingMessage): Promise<number> {
  const { timeseries } = decoded1(await bodyOf(request))
  const told = timeseries.map(({ labels, samples }) => ({
    series: labels.map(({ name, value }) => `${name}=${value}`).join(','),
    last: samples.at(-1)!,
  }))
  await pool.lend(({ client }) =>
    client.unsafe(
      `insert into bench.series
       select $1, series, value, to_timestamp(at / 1000) from unnest($2::text[], $3::text[]::float8[], $4::text[]::float8[]) as told (series, value, at)
       on conflict (cluster, series) do update set value = excluded.value, at = excluded.at`,
      [
        request.headers.authorization ?? '',
        told.map(({ series }) => series),
        told.map(({ last }) => String(last.value)),
        told.map(({ last }) => String(last.timestamp)),
      ],
    ),
  )
  return told.length
}

/** How many applications it says something new of. */
async function receive(request: IncomingMessage): Promise<number> {
  const { items }: { items: Item[] } = JSON.parse(
    (await decompress(await bodyOf(request))).toString(),
  )
  const told = items.map((item) => {
    const text = JSON.stringify(item)
    const { name } = 'metadata' in item ? item.metadata : item
    return { name, digest: createHash('sha256').update(text).digest('base64url'), text }
  })
  const cluster = request.url ?? ''
  return pool.lend(async ({ client }) => {
    await client.unsafe('begin')
    await client.unsafe(
      `insert into bench.clusters values ($1, now()) on conflict (cluster) do update set seen_at = now()`,
      [cluster],
    )
    const rows = await client.unsafe<{ application: string; digest: string }[]>(
      `select application, digest from bench.observations where cluster = $1`,
      [cluster],
    )
    const known = new Map(rows.map(({ application, digest }) => [application, digest]))
    const news = told.filter(({ name, digest }) => known.get(name) !== digest)
    if (news.length > 0) {
      await client.unsafe(
        `insert into bench.observations
         select $1, * from unnest($2::text[], $3::text[], $4::text[]::jsonb[])
         on conflict (cluster, application) do update set digest = excluded.digest, item = excluded.item`,
        [
          cluster,
          news.map(({ name }) => name),
          news.map(({ digest }) => digest),
          news.map(({ text }) => text),
        ],
      )
    }
    await client.unsafe('commit')
    return news.length
  })
}
