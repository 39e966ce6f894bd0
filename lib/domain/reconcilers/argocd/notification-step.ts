// How a cluster's Argo CD tells Berth of news within seconds, by its notifications. Nothing of it is in Git: these objects hold
// the settings of the cluster's own people, which a sync would put back.
import type { ManualStep } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { shellQuoted } from './shell.ts'

const SECRET_KEY = 'berth-token'
const SERVICE = 'berth'
const FILE = 'berth-notifications.yaml'
const [CONFIG_MAP, SECRET] = ['argocd-notifications-cm', 'argocd-notifications-secret']

/**
 * When each is sent. Where a field may be absent it is asked for first: otherwise the condition fails.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/notifications_catalog/triggers
 */
const TRIGGERS: Readonly<Record<string, string>> = {
  'on-deployed': `${inPhase('Succeeded')} and app.status.health.status == 'Healthy'`,
  'on-sync-succeeded': inPhase('Succeeded'),
  'on-sync-failed': inPhase('Error', 'Failed'),
  'on-sync-running': inPhase('Running'),
  'on-sync-status-unknown': "app.status.sync.status == 'Unknown'",
  'on-health-degraded': "app.status.health.status == 'Degraded'",
  'on-deleted': 'app.metadata.deletionTimestamp != nil',
}

function inPhase(...phases: readonly string[]): string {
  const listed = phases.map((phase) => `'${phase}'`).join(', ')
  return `app.status.operationState != nil and app.status.operationState.phase in [${listed}]`
}

/** Where each field of a notification stands in an Application. */
const FIELDS: Readonly<Record<string, string>> = {
  application: 'metadata name',
  namespace: 'metadata namespace',
  revision: 'status sync revision',
  sync: 'status sync status',
  health: 'status health status',
  phase: 'status operationState phase',
  startedAt: 'status operationState startedAt',
  finishedAt: 'status operationState finishedAt',
  message: 'status operationState message',
  initiatedBy: 'status operationState operation initiatedBy username',
  images: 'status summary images',
}

/** As a step after those without which nothing is reported. `origin` is where clusters reach Berth. */
export function notificationStep(namespace: string, origin: string): ManualStep {
  const patch = (kind: string, name: string) =>
    `kubectl patch ${kind} ${name} --namespace ${namespace} --type merge`
  const token = JSON.stringify({ stringData: { [SECRET_KEY]: 'TOKEN' } })
  const readSubscriptions = `kubectl get configmap ${CONFIG_MAP} --namespace ${namespace} --output jsonpath='{.data.subscriptions}'`
  return {
    title: 'Let Argo CD tell news within seconds',
    why: 'Only if a minute is too long: that is how soon reports tell everything. Argo CD’s notifications then tell what was synced, failed or became unhealthy as it happens, with the same token.',
    command: [
      `test -z "$(${readSubscriptions})" &&`,
      `${patch('secret', SECRET)} --patch ${shellQuoted(token)} &&`,
      `${patch('configmap', CONFIG_MAP)} --patch-file ${FILE}`,
    ].join('\n'),
    texts: [
      {
        title: `First save this as ${FILE} in the folder where you run the command.`,
        text: yamlText([{ data: notificationSettings(origin) }]),
        file: FILE,
      },
    ],
    check: {
      command: `kubectl logs deployment/argocd-notifications-controller --namespace ${namespace} --tail=20`,
      expected: 'After the next sync it says that notifications were sent to berth, and no errors.',
    },
    warning:
      'Where Argo CD has subscriptions already, the first line ends it, so that none is lost: leave that line out, and add the recipient and the triggers to those that are there.',
  }
}

/** What is added to Argo CD's settings of notifications. */
export function notificationSettings(origin: string): Readonly<Record<string, string>> {
  const triggers = Object.keys(TRIGGERS)
  return {
    [`service.webhook.${SERVICE}`]: jsonLines({
      url: `${origin}/api/v1/notifications/argocd`,
      headers: [
        { name: 'Authorization', value: `Bearer $${SECRET_KEY}` },
        { name: 'Content-Type', value: 'application/json' },
      ],
    }),
    subscriptions: jsonLines([{ recipients: [SERVICE], triggers: triggers.map(named) }]),
    ...Object.fromEntries(
      triggers.flatMap((trigger) => [
        [
          `trigger.${named(trigger)}`,
          jsonLines([{ when: TRIGGERS[trigger], send: [named(trigger)] }]),
        ],
        [
          `template.${named(trigger)}`,
          jsonLines({ webhook: { [SERVICE]: { method: 'POST', body: bodyOf(trigger) } } }),
        ],
      ]),
    ),
  }
}

/** On lines that YAML can have as they are. */
function jsonLines(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Apart from those of the catalogue, which send other templates. */
function named(trigger: string): string {
  return `berth-${trigger}`
}

/** As Go's templates fill it in, with the functions of sprig. */
function bodyOf(trigger: string): string {
  const fields = Object.entries(FIELDS).map(([field, place]) => {
    const path = place.split(' ').map((step) => `"${step}"`)
    return `"${field}":{{toJson (dig ${path.join(' ')} nil .app)}}`
  })
  const now = '"at":"{{(call .time.Now).UTC.Format "2006-01-02T15:04:05.999Z07:00"}}"'
  return `{"trigger":"${trigger}",${now},${fields.join(',')}}`
}
