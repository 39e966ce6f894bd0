// A scheduler for Berth in one file: it places each application on the clusters that have the most of a score, and moves none
// without need. Node.js 22 or newer runs it, without anything to install:
//
//   BERTH_SECRET=whsec_… BERTH_TOKEN=berth_… node scheduler.mjs
//
// BERTH_SECRET is the secret of the scheduler's object in Berth, BERTH_TOKEN a token with the role `scheduler`; it is needed only
// where a question has several pages. COUNT says on how many clusters an application is placed, SCORE what to go by.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { BERTH_SECRET = '', BERTH_TOKEN = '', PORT = '8090' } = process.env
const { COUNT = '2', SCORE = 'free-gpu' } = process.env
const KEY = Buffer.from(BERTH_SECRET.replace(/^whsec_/, ''), 'base64')
const QUESTION_BYTES_MAX = 16 * 1024 * 1024
const OLD_SECONDS = 300

if (KEY.length === 0) throw new Error('BERTH_SECRET is missing')

const server = createServer((request, response) => void answer(request, response))
server.listen(Number(PORT), () => process.stdout.write(`listening on ${PORT}\n`))

async function answer(request, response) {
  try {
    const text = await readText(request)
    if (!isOfBerth(request.headers, text)) {
      response.writeHead(401).end()
      return
    }
    const decisions = decide(await wholeQuestion(JSON.parse(text)))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ decisions }))
  } catch (error) {
    // Berth keeps what was decided last, and asks again.
    process.stderr.write(`${String(error)}\n`)
    response.writeHead(500).end()
  }
}

async function readText(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > QUESTION_BYTES_MAX) throw new Error('the question is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** https://github.com/standard-webhooks/standard-webhooks */
function isOfBerth(headers, text) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': sent } = headers
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > OLD_SECONDS) return false
  const signed = createHmac('sha256', KEY).update(`${id}.${timestamp}.${text}`).digest()
  const given = Buffer.from(String(sent).replace(/^v1,/, ''), 'base64')
  return given.length === signed.length && timingSafeEqual(given, signed)
}

/** With what further pages say. */
async function wholeQuestion(first) {
  const question = { ...first }
  for (let next = first.next; next !== null;) {
    const answer = await fetch(next, { headers: { authorization: `Bearer ${BERTH_TOKEN}` } })
    if (!answer.ok) throw new Error(`${next}: ${answer.status}`)
    const page = await answer.json()
    for (const list of ['applications', 'clusters', 'candidates', 'current']) {
      question[list] = [...question[list], ...page[list]]
    }
    next = page.next
  }
  return question
}

function decide({ applications, clusters, candidates, current }) {
  const scores = new Map(clusters.map(({ name, scores }) => [name, scores[SCORE]?.value ?? 0]))
  // A cluster of which nothing was heard for long is chosen for nothing new.
  const silent = new Set(
    clusters.filter(({ freshness }) => freshness === 'stale').map(({ name }) => name),
  )
  const narrowed = byApplication(candidates)
  const held = byApplication(current)
  return applications.map(({ namespace, name }) => {
    const key = `${namespace}/${name}`
    const may = narrowed.get(key) ?? [...scores.keys()]
    const kept = (held.get(key) ?? []).slice(0, Number(COUNT))
    const others = may
      .filter((cluster) => !kept.includes(cluster) && !silent.has(cluster))
      .sort((a, b) => scores.get(b) - scores.get(a) || (a < b ? -1 : 1))
    const chosen = [...kept, ...others].slice(0, Number(COUNT))
    const reasons = Object.fromEntries(
      chosen.map((cluster) => [cluster, `${SCORE} ${scores.get(cluster)}`]),
    )
    return { namespace, application: name, clusters: chosen, reasons }
  })
}

/** Rows of one application are parts of one list. */
function byApplication(rows) {
  const found = new Map()
  for (const { namespace, application, clusters } of rows) {
    const key = `${namespace}/${application}`
    found.set(key, [...(found.get(key) ?? []), ...clusters])
  }
  return found
}
