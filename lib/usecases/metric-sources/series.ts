// What a source of metrics says over time.
import { type OpenSource, openSource } from '#lib/adapters/metrics/open-source.ts'
import type { Credential } from '#lib/adapters/metrics/sign-in.ts'
import { callHost } from '#lib/domain/addresses/call-url.ts'
import { azureCloudOf } from '#lib/domain/objects/metric-source/azure-cloud.ts'
import type { MetricSource } from '#lib/domain/objects/metric-source/metric-source.ts'
import {
  filledQuery,
  type Grid,
  gridOf,
  SOURCE_POINTS_MAX,
  type SourceStep,
} from '#lib/domain/observed/source-series.ts'
import { DAY_MS, isTimeZone } from '#lib/domain/observed/time-zone.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { SealedUnreadable } from '#lib/secrets/sealed.ts'
import { type Context, defineRead } from '../define.ts'
import { openSecret } from '../objects/kept-secrets.ts'
import { type FoundObject, loadObject } from '../objects/read.ts'
import { wrongQuery } from '../observed/wrong-query.ts'
import type { SourceReading } from './source-reads.ts'

export type SourceSeriesRequest = {
  readonly name: string
  /** Null is refused. */
  readonly metric: string | null
  /** Null: a day before `to`, which is now if it isn't said. */
  readonly from: Date | null
  readonly to: Date | null
  /** Null: as long as suits the range. */
  readonly step: SourceStep | null
  /** By whose clocks steps begin; null: by UTC's, within the range. */
  readonly timeZone: string | null
}

type SourceSeriesInput = {
  readonly name: string
  readonly metric: string
  readonly grid: Grid
}

export type SourceSeries = SourceReading & {
  readonly source: string
  readonly metric: string
  readonly step: SourceStep
}

/** Called after the transaction, which holds a connection to the database: asks the source. */
export type SourceReader = () => Promise<SourceSeries>

export const sourceSeriesUseCase = defineRead<
  SourceSeriesRequest,
  SourceReader,
  SourceSeriesInput,
  FoundObject<'metric-source'>
>({
  name: 'metric-sources.series',
  parse: ({ name, metric, from, to, step, timeZone }, { clock }) => {
    if (metric === null) throw wrongQuery('metric', 'metric names what is wanted.')
    const end = to ?? clock()
    const begin = from ?? new Date(end.getTime() - DAY_MS)
    if (begin >= end) throw wrongQuery('to', 'to must be after from.')
    if (timeZone !== null && !isTimeZone(timeZone))
      throw wrongQuery('tz', 'tz must be a time zone such as Europe/Berlin.')
    const grid = gridOf(begin, end, step, timeZone)
    if (grid !== null) return accepted({ name, metric, grid })
    const most = SOURCE_POINTS_MAX.toLocaleString('en')
    throw wrongQuery('step', `This time has no point in such steps, or more than ${most}.`)
  },
  load: (context, { name }) => loadObject('metric-source')(context, { ref: { name }, at: null }),
  run: async (context, { metric, grid }, { object, id, began }) => {
    const { services, tenant, payer } = context
    const query = object.queries.find((each) => each.metric === metric)?.query
    if (query === undefined) throw wrongQuery('metric', 'The source has no query for this metric.')
    const secret = await secretOf(context, id, object)
    const { url, workspace, system } = object
    const language = system === 'prometheus' ? 'promql' : 'kql'
    const question = { url, workspace, grid, query: filledQuery(query, grid, language) }
    const open = (): OpenSource =>
      secret === UNREADABLE
        ? async () => ({ outcome: 'failed', reason: UNREADABLE_WORDS })
        : openSource(system, credentialOf(object, secret ?? ''), services.callOut)
    const source = `${tenant.id}/${id}/${began}`
    const asker = { tenant, payer }
    return async () => ({
      source: object.name,
      metric,
      step: grid.step,
      ...(await services.sourceReads.read(asker, { source, metric, open, question })),
    })
  },
})

const UNREADABLE = Symbol('unreadable')
const UNREADABLE_WORDS = 'The secret of this source can’t be opened any more: set it again.'

async function secretOf(
  { scope, services }: Context,
  id: number,
  object: MetricSource,
): Promise<string | null | typeof UNREADABLE> {
  try {
    return await openSecret(scope, services.sealing, { id, object, field: 'secret' })
  } catch (error) {
    if (error instanceof SealedUnreadable) return UNREADABLE
    throw error
  }
}

function credentialOf(source: MetricSource, secret: string): Credential {
  const { auth, username, system, url, entraTenant, clientId } = source
  switch (auth) {
    case 'none':
      return { by: 'none' }
    case 'basic':
      return { by: 'basic', username: username ?? '', password: secret }
    case 'bearer':
      return { by: 'bearer', token: secret }
    case 'entra': {
      const cloud = azureCloudOf(system, callHost(url) ?? '')
      if (cloud === null) throw new Error('a source that isn’t Azure’s signs in as one')
      const client = { tenant: entraTenant ?? '', clientId: clientId ?? '', clientSecret: secret }
      return { by: 'entra', client: { ...client, ...cloud } }
    }
  }
}
