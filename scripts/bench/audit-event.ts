// What the audit costs a save: appending its event, which is the last thing that its transaction does.
import { inTenant } from '#db/client.ts'
import { appendAuditEvent } from '#db/queries/audit.ts'
import { medianOf, timeOf } from './measure.ts'
import { milliseconds, ratioOf, type Report } from './report.ts'
import { published, type Stand, TENANT, write } from './stand.ts'

const RUNS = 101
const SHARE_MAX = 0.1

const CLUSTER = '/clusters/cluster-00005'
const edited = (run: number) => ({ description: `edited ${run}` })

export async function benchAudit(stand: Stand, report: Report): Promise<void> {
  const saveMs = await medianOf(RUNS, (run) =>
    timeOf(() => write(stand, 'PATCH', CLUSTER, edited(run))),
  )
  await published(stand)
  const appendMs = await medianOf(RUNS, () => timeOfEvent(stand))
  report.figure({
    what: 'audit: the event of a save',
    reach: `under ${SHARE_MAX * 100} % of the save`,
    figure: milliseconds(appendMs),
    reference: `PATCH that moves nothing, ${milliseconds(saveMs)}`,
    ratio: ratioOf(appendMs, saveMs),
    isReached: appendMs / saveMs < SHARE_MAX,
  })
}

/** Of an event like that of the save, within a transaction that is kept. */
function timeOfEvent({ database }: Stand): Promise<number> {
  const details = JSON.stringify({
    objects: 1,
    edits: [{ object: 'cluster/cluster-00005', before: edited(0), after: edited(1) }],
  })
  return inTenant(database, TENANT, (tx) =>
    timeOf(() =>
      appendAuditEvent(
        { tx, tenant: TENANT },
        {
          actor: { kind: 'system', id: 'bench', name: 'bench' },
          address: null,
          requestId: null,
          token: null,
          action: 'clusters.patch',
          object: 'cluster/cluster-00005',
          result: 'accepted',
          code: null,
          change: null,
          details,
        },
      ),
    ),
  )
}
