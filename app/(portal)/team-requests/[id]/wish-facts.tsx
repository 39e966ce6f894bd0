import type { ReactNode } from 'react'
import { LabelChips, None } from '#components/objects/label-chips.tsx'
import { selectorText } from '#components/selector/selector-text.ts'
import { Chip, SelectorChip } from '#components/ui/chip.tsx'
import type { LimitsJson } from '#lib/domain/objects/team-request.ts'
import type { TeamRequestAnswer } from '#lib/usecases/team-requests/read.ts'

type Fact = readonly [name: string, value: ReactNode]

/** What a team asks for, and what it had when it asked. */
export function wishFacts({
  cluster,
  before = {},
  ...asked
}: Pick<TeamRequestAnswer, 'cluster' | 'before' | keyof LimitsJson>): readonly Fact[] {
  if (cluster) {
    return [
      [
        'Cluster',
        cluster.name === undefined ? <None>not named</None> : <Chip>{cluster.name}</Chip>,
      ],
      ['Environment', cluster.environment === '' ? <None /> : cluster.environment],
      ['Labels', <Amounts key="labels" of={cluster.metadata} />],
    ]
  }
  return [
    ...(asked.cluster_boundary
      ? [
          ['Clusters', <Boundary key="wanted" {...asked} />] as const,
          ['Clusters when it asked', <Boundary key="had" {...before} />] as const,
        ]
      : []),
    ...(asked.quota
      ? [
          ['Quota', <Amounts key="wanted" of={asked.quota} />] as const,
          ['Quota when it asked', <Amounts key="had" of={before.quota ?? {}} />] as const,
        ]
      : []),
  ]
}

function Boundary({ cluster_boundary: boundary }: LimitsJson) {
  return boundary === undefined ? 'All' : <SelectorChip selector={selectorText(boundary)} />
}

function Amounts({ of }: { of: Readonly<Record<string, string>> }) {
  return <LabelChips labels={new Map(Object.entries(of))} max={50} />
}
