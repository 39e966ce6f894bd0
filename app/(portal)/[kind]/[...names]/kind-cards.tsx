import { TestQueries } from '#components/metric-sources/test-queries.tsx'
import { Card } from '#components/ui/card.tsx'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { MergedInFreezes } from '../../merged-in-freezes.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { BesideCard } from './beside-card.tsx'
import { PublishingCard } from './publishing-card.tsx'
import { RegistrationCard } from './registration-card.tsx'
import { ScheduledCard } from './scheduled-card.tsx'
import { SilenceCard } from './silence-card.tsx'
import { StoppedCard } from './stopped-card.tsx'
import { TypeClustersCard } from './type-clusters-card.tsx'
import { TypePoliciesCard } from './type-policies-card.tsx'

/** What is known now of an object, besides what its form says: each kind has its own. */
export function KindCards({ object }: { object: ModelObject }) {
  switch (object.kind) {
    case 'environment':
      return (
        <>
          <PublishingCard environment={object} />
          <BesideCard environment={object.name} />
        </>
      )
    case 'freeze':
      return (
        <>
          <StoppedCard freeze={object.name} />
          <MergedInFreezes freezes={[object]} />
        </>
      )
    case 'alert-rule':
      return <AlertsCard rule={object.name} team={object.team} />
    case 'silence':
      return <SilenceCard silence={object} />
    case 'cluster-type':
      return (
        <>
          <TypeClustersCard type={object.name} />
          <TypePoliciesCard type={object.name} />
        </>
      )
    case 'scheduler':
      return <ScheduledCard scheduler={object.name} />
    case 'registration-token':
      return <RegistrationCard token={object} />
    case 'metric-source':
      return (
        <Card title="Queries">
          <TestQueries source={object.name} queries={object.queries} />
        </Card>
      )
    default:
      return null
  }
}
