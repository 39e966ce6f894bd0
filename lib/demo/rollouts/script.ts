// How versions travelled in the demo since its last working day: made up, in the order in which it is said to have happened.
// Two applications need a third one by then. It ends with a rollout whose first wave soaks, one that a freeze holds up, and one that
// waits for an approval and leaves a cluster alone that holds its version.
import type { Maker } from '../history/people.ts'
import { workingDay } from '../history/working-days.ts'
import type { DemoDocument } from '../document.ts'
import {
  applications,
  type DemoApplication,
  edgeAgent,
  environments,
  type HeldVersion,
  lineMonitor,
  needingMonitor,
  needingScreen,
  rebuiltStore,
  shownAgent,
  stopTheLine,
  tillScreen,
  weekendFreeze,
} from './fleet.ts'

const MINUTE_MS = 60_000

export type Act =
  | { readonly verb: 'apply'; readonly documents: readonly DemoDocument[] }
  | { readonly verb: 'announce'; readonly application: DemoApplication; readonly version: string }
  | {
      readonly verb: 'roll out'
      readonly application: DemoApplication
      readonly version: string
      readonly environment: string
    }
  | ({ readonly verb: 'hold' } & HeldVersion)
  /** The wave that asks for it of each rollout. */
  | { readonly verb: 'approve' }
  /** By the passing of time, and by what clusters report. */
  | { readonly verb: 'wait' }

export type RolloutStep = {
  readonly at: Date
  readonly maker: Maker
  readonly reason: string
  readonly act: Act
}

type When = readonly [time: string] | readonly [minutesAgo: number]
type Line = readonly [...When, Maker, string, Act]

const apply = (...documents: readonly DemoDocument[]): Act => ({ verb: 'apply', documents })
const announce = (application: DemoApplication, version: string): Act => ({
  verb: 'announce',
  application,
  version,
})
const rollOut = (application: DemoApplication, version: string, environment: string): Act => ({
  verb: 'roll out',
  application,
  version,
  environment,
})
const wait: Act = { verb: 'wait' }

/** The steps up to an instant. */
export function rolloutsUntil(now: Date): readonly RolloutStep[] {
  return linesOf(now).map(([when, maker, reason, act]) => {
    const at = typeof when === 'string' ? onLastWorkingDay(now, when) : minutesBefore(now, when)
    return { at, maker, reason: `${reason} (made up)`, act }
  })
}

function onLastWorkingDay(now: Date, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number)
  return workingDay(now, 1, hours! * 60 + minutes!)
}

function minutesBefore(now: Date, minutes: number): Date {
  return new Date(Math.floor(now.getTime() / MINUTE_MS - minutes) * MINUTE_MS)
}

const linesOf = (now: Date): readonly Line[] => [
  ['08:10', 'ada', 'Versions go by staging to production', apply(...environments)],
  ['08:15', 'ada', 'Nothing moves while stores count', apply(weekendFreeze(now))],
  ['08:30', 'ada', 'The first that follow versions', apply(...applications)],
  ['08:40', 'ines', 'Built', announce(edgeAgent, '1.0.0')],
  ['08:41', 'ines', 'Built', announce(lineMonitor, '1.0.0')],
  ['08:42', 'cory', 'Built', announce(tillScreen, '1.0.0')],
  ['08:45', 'ines', 'First of all', rollOut(edgeAgent, '1.0.0', 'non-prod')],
  ['08:46', 'ines', 'First of all', rollOut(lineMonitor, '1.0.0', 'non-prod')],
  ['08:47', 'cory', 'First of all', rollOut(tillScreen, '1.0.0', 'non-prod')],
  ['08:48', 'cory', '', wait],
  ['09:00', 'ines', 'Runs in non-prod', rollOut(edgeAgent, '1.0.0', 'staging')],
  ['09:01', 'ines', 'Runs in non-prod', rollOut(lineMonitor, '1.0.0', 'staging')],
  ['09:02', 'cory', 'Runs in non-prod', rollOut(tillScreen, '1.0.0', 'staging')],
  ['09:03', 'cory', '', wait],
  ['09:12', 'cory', '', wait],
  ['11:13', 'cory', '', wait],
  ['13:15', 'ines', 'Runs in staging', rollOut(edgeAgent, '1.0.0', 'prod')],
  ['13:16', 'ines', 'Runs in staging', rollOut(lineMonitor, '1.0.0', 'prod')],
  ['13:17', 'cory', 'Runs in staging', rollOut(tillScreen, '1.0.0', 'prod')],
  ['13:25', 'ada', 'The first version of all stores', { verb: 'approve' }],
  ['13:26', 'cory', '', wait],
  ['13:35', 'cory', '', wait],
  ['14:36', 'cory', '', wait],
  ['14:37', 'ines', 'Others build on it', apply(shownAgent)],
  ['14:38', 'ines', 'The agent counts the belts', apply(needingMonitor)],
  ['14:40', 'ines', 'Built', announce(edgeAgent, '1.1.0')],
  ['14:41', 'ines', 'Built', announce(lineMonitor, '1.1.0')],
  ['14:42', 'cory', 'Built', announce(tillScreen, '1.1.0')],
  ['14:43', 'cory', 'Prices come through the new agent', apply(needingScreen)],
  ['14:45', 'ines', 'Less memory', rollOut(edgeAgent, '1.1.0', 'non-prod')],
  ['14:46', 'ines', 'Counts belts that stand', rollOut(lineMonitor, '1.1.0', 'non-prod')],
  ['14:47', 'cory', 'Larger letters', rollOut(tillScreen, '1.1.0', 'non-prod')],
  ['14:48', 'cory', '', wait],
  ['14:55', 'ines', 'Less memory', rollOut(edgeAgent, '1.1.0', 'staging')],
  ['14:56', 'ines', 'Counts belts that stand', rollOut(lineMonitor, '1.1.0', 'staging')],
  ['14:57', 'cory', '', wait],
  ['15:06', 'cory', '', wait],
  ['15:35', 'ines', 'Belts stand that run', apply(stopTheLine)],
  ['15:40', 'ines', 'Its belts are rebuilt', { verb: 'hold', ...rebuiltStore(now) }],
  ['17:07', 'cory', '', wait],
  [50, 'ines', 'Less memory, for every store', rollOut(edgeAgent, '1.1.0', 'prod')],
  [40, 'cory', 'Larger letters', rollOut(tillScreen, '1.1.0', 'staging')],
  [39, 'cory', '', wait],
]
