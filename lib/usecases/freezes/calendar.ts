// What was, is and will be said of freezes and of the hours of environments in a stretch of time.
import { changeAt } from '#db/queries/changes.ts'
import { readStated, type StatedRow } from '#db/queries/stated-objects.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import type { HoursStated, Stated } from '#lib/domain/objects/freeze/stated.ts'
import type { Freeze } from '#lib/domain/objects/objects.ts'
import type { Span } from '#lib/domain/observed/planned-silence.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { type ListInput, objectQuery } from '../objects/read.ts'
import { storedObject } from '../objects/stored-object.ts'
import { type Moment, observedMoment, readMoment } from '../moment.ts'

export type CalendarInput = {
  readonly at: Moment
  readonly filter: Pick<ListInput['filter'], 'text' | 'team' | 'environment'>
  readonly window: Span
}

type StatedTimes = {
  readonly freezes: readonly Stated<Freeze>[]
  /** Also what was said of environments without hours. */
  readonly environments: readonly Stated<HoursStated>[]
  /** Whether more was said than is read: then the oldest is left out. */
  readonly isCut: boolean
}

/** So many states of either kind are read, the newest. */
const STATES_MAX = 500

export const freezeCalendarUseCase = defineRead<CalendarInput, StatedTimes>({
  name: 'freezes.calendar',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { at, filter, window }) => {
    const freezes = await readStates(context, 'freeze', { at, filter, window })
    const ofAll = { text: null, team: null, environment: null }
    const environments = await readStates(context, 'environment', { at, filter: ofAll, window })
    return {
      freezes: freezes.map((row) => statedBy(row, storedObject('freeze', row.body))),
      environments: environments
        .map((row) => {
          const { name, hours } = storedObject('environment', row.body)
          return statedBy(row, { name, hours })
        })
        .filter(({ said }) => filter.environment === null || said.name === filter.environment),
      isCut: freezes.length === STATES_MAX || environments.length === STATES_MAX,
    }
  },
})

async function readStates(
  context: Context,
  kind: 'freeze' | 'environment',
  { at, filter, window }: CalendarInput,
): Promise<readonly StatedRow[]> {
  const { scope } = context
  const { asOf } = await readMoment(context, at)
  const whole = { selector: null, sort: BY_NAME, ...filter }
  const time = { change: asOf, ...observedMoment(context, at) }
  const query = { ...(await objectQuery(context, kind, whole, time)), change: asOf }
  const [first, last] = [
    await changeAt(scope, new Date(window.from)),
    await changeAt(scope, new Date(window.until)),
  ]
  return readStated(scope, query, { first, last }, STATES_MAX)
}

function statedBy<T>({ since, until }: StatedRow, said: T): Stated<T> {
  return { said, from: since.getTime(), until: until?.getTime() ?? Infinity }
}
