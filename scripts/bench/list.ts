// A list of 100 clusters by a label that 1,000 of 10,000 have, as an API client asks for it.
import { startBare } from './bare.ts'
import { median, requestRate } from './measure.ts'
import { ratioOf, type Report } from './report.ts'
import type { Stand } from './stand.ts'

const ROUNDS = 3
const REACH = 300
const AT_ONCE = 16
const WARM_UP = { seconds: 3, atOnce: AT_ONCE }
const LOAD = { seconds: 4, atOnce: AT_ONCE }

/** The two alternate, so that neither has the quieter machine. */
export async function benchList({ portal, databaseUrl }: Stand, report: Report): Promise<void> {
  const bare = await startBare(new URL('./bare-server.ts', import.meta.url), databaseUrl)
  const options = { headers: { Authorization: `Bearer ${portal.token}` } }
  const berthUrl = `${portal.url}/api/v1/clusters?labelSelector=region%3Dregion-1&limit=100`
  const rates = { berth: [] as number[], bare: [] as number[] }
  try {
    await requestRate(berthUrl, options, WARM_UP)
    await requestRate(bare.url, options, WARM_UP)
    for (let round = 0; round < ROUNDS; round++) {
      rates.berth.push(await requestRate(berthUrl, options, LOAD))
      rates.bare.push(await requestRate(bare.url, options, LOAD))
    }
  } finally {
    bare.child.kill()
  }
  const rate = median(rates.berth)
  const bareRate = median(rates.bare)
  report.figure({
    what: 'list of 100 clusters by label among 10,000, JSON, authorized',
    reach: `over ${REACH} /s`,
    figure: `${rate.toFixed(0)} /s`,
    reference: `bare node:http server with the same SQL, ${bareRate.toFixed(0)} /s`,
    ratio: ratioOf(rate, bareRate),
    isReached: rate > REACH,
  })
}
