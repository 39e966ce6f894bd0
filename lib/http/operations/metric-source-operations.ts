// What the tenant's sources of metrics say.
import { z } from 'zod'
import { instant, text, word } from '#lib/domain/lists/parameters.ts'
import { SOURCE_STEPS } from '#lib/domain/observed/source-series.ts'
import { jsonResponse, operation } from '#lib/http/api/operation.ts'
import { sourceSeriesJson, sourceSeriesSchema } from '#lib/http/api/source-series-schema.ts'
import { sourceSeriesUseCase } from '#lib/usecases/metric-sources/series.ts'

export const getSourceSeries = operation({
  id: 'getSourceSeries',
  method: 'GET',
  path: '/metric-sources/{name}/series',
  tag: 'metric-sources',
  summary: 'Ask a source of metrics for one of them over time',
  query: z.object({
    metric: text('For which of its metrics the source has a query. Required.'),
    from: instant('Not before this instant; a day before `to` if it isn’t said.'),
    to: instant('Not after this instant; now if it isn’t said.'),
    step: word(
      SOURCE_STEPS,
      'Between points; such that there are about 120 at most if it isn’t said.',
    ),
    tz: text(
      'By whose clocks steps of an hour and more begin, as those of `/observed/series`: points stand where each begins, and where the last one ends.',
    ),
  }),
  responses: { 200: sourceSeriesSchema },
  useCase: sourceSeriesUseCase,
  handle: async ({ services, session, path: { name = '' }, query: { tz: timeZone, ...query } }) => {
    const asked = { name, timeZone, ...query }
    const read = await sourceSeriesUseCase.invoke(services, session, asked)
    return jsonResponse(sourceSeriesJson(await read()))
  },
})
