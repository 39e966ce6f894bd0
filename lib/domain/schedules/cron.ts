// When something is due that a cron expression says: five fields by the clocks of a place, summer time included. Where the
// clocks are put forward over its time, it is due when they are; where they are put back over it, at the first of the two times.
import { Cron } from 'croner'

const FIELDS = /^[\d*,/A-Za-z-]+(?: [\d*,/A-Za-z-]+){4}$/
const MINUTE = /^[0-5]?\d$/
/** Such words of croner's own as `L` and `W` aren't in every cron. */
const NAMES =
  /^(?:[^A-Za-z]|(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|SUN|MON|TUE|WED|THU|FRI|SAT)(?![A-Za-z]))*$/i

/** What is wrong with an expression; null: nothing. The minute is one, so that nothing is due twice in an hour. */
export function cronFault(text: string): string | null {
  if (!FIELDS.test(text) || !NAMES.test(text)) {
    return 'Write five fields with a space between them: minute, hour, day of the month, month, day of the week, such as 0 6 * * MON.'
  }
  if (!MINUTE.test(text.split(' ')[0]!)) {
    return 'The first field is one minute from 0 to 59: a report runs once an hour at most.'
  }
  try {
    const isEver = cronOf(text, 'UTC').nextRun() !== null
    return isEver ? null : 'There is no such day.'
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) {
      return `${error.message.replace(/^CronPattern: /, '').replace(/\.$/, '')}.`
    }
    throw error
  }
}

/** When it was due last, up to this instant; null: never. */
export function lastDue(cron: string, timeZone: string, now: Date): Date | null {
  const justAfter = new Date(now.getTime() + 1000)
  const [last = null] = cronOf(cron, timeZone)
    .previousRuns(2, justAfter)
    .filter((due) => due <= now)
  return last
}

/** When it is due next, after this instant; null: never. */
export function nextDue(cron: string, timeZone: string, now: Date): Date | null {
  return cronOf(cron, timeZone).nextRun(now)
}

function cronOf(cron: string, timeZone: string): Cron {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true })
}
