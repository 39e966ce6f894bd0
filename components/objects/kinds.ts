import {
  BellOff,
  BellRing,
  Boxes,
  BrainCircuit,
  ChartSpline,
  FileClock,
  KeyRound,
  FileSliders,
  Layers,
  type LucideIcon,
  Send,
  Server,
  ServerCog,
  Snowflake,
  ShieldAlert,
  Target,
  Users,
} from 'lucide-react'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'

export const KIND_ICONS: Readonly<Record<Kind, LucideIcon>> = {
  team: Users,
  cluster: Server,
  'cluster-type': ServerCog,
  'registration-token': KeyRound,
  application: Boxes,
  'target-policy': Target,
  config: FileSliders,
  'config-schema': FileSliders,
  scheduler: BrainCircuit,
  environment: Layers,
  freeze: Snowflake,
  'guard-rule': ShieldAlert,
  'alert-rule': BellRing,
  silence: BellOff,
  subscription: Send,
  'saved-report': FileClock,
  'metric-source': ChartSpline,
}

/** The plural of a kind, as a heading. */
export function kindHeading(kind: Kind): string {
  return capitalised(kinds[kind].words)
}

/** The singular of a kind, as a heading. */
export function kindTitle(kind: Kind): string {
  return capitalised(kinds[kind].word)
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

/** Kinds in the order of their headings. */
export function byHeading<K extends Kind>(some: readonly K[]): readonly K[] {
  return some.toSorted((a, b) => (kindHeading(a) < kindHeading(b) ? -1 : 1))
}
