// How the Prometheus beside a cluster writes metrics of its Argo CD to Berth. Nothing of it is in Git: it is the settings of the
// cluster's own people.
import type { ManualStep } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { KEPT_SERIES } from './kept-series.ts'

const SECRET = 'berth-metrics'

/** As a step after those without which nothing is reported. `origin` is where clusters reach Berth. */
export function metricsStep(origin: string): ManualStep {
  return {
    title: 'Let Prometheus write Argo CD’s metrics',
    why: 'Only if a Prometheus here scrapes Argo CD’s application controller (port 8082) and repo server (8084): it can then write some of their series to Berth: how long comparing with Git takes, how syncs end, how often repositories are asked. The token is the same as the reporter’s, or another one of this cluster alone.',
    command: [
      `kubectl create secret generic ${SECRET} --namespace monitoring --from-literal=token=TOKEN --dry-run=client --output yaml |`,
      'kubectl apply --filename -',
    ].join('\n'),
    texts: [
      {
        title: 'With the Prometheus Operator, this goes into the spec of the Prometheus.',
        text: operatorSettings(origin),
      },
      {
        title: 'Without it, into prometheus.yml, with the token in the file that it names.',
        text: prometheusSettings(origin),
      },
    ],
    check: {
      command:
        'kubectl logs --selector app.kubernetes.io/name=prometheus --namespace monitoring --container prometheus --tail=50',
      expected:
        'Nothing of it says that remote storage failed, and within two minutes the overview of this cluster says when metrics last came.',
    },
    warning:
      'Monitoring is the namespace of the Prometheus here: use yours. Where it writes elsewhere already, add the entry to those that are there.',
  }
}

function operatorSettings(origin: string): string {
  return `remoteWrite:
  - url: ${urlOf(origin)}
    authorization:
      credentials:
        name: ${SECRET}
        key: token
    writeRelabelConfigs:
      - sourceLabels: [__name__]
        regex: ${KEPT_SERIES.join('|')}
        action: keep
    queueConfig:
      maxShards: 1
      maxSamplesPerSend: 2000
`
}

/** As docs/observability.md has it. */
function prometheusSettings(origin: string): string {
  return `remote_write:
  - url: ${urlOf(origin)}
    authorization:
      credentials_file: /etc/prometheus/berth-token
    write_relabel_configs:
      - source_labels: [__name__]
        regex: ${KEPT_SERIES.join('|')}
        action: keep
    queue_config:
      max_shards: 1
      max_samples_per_send: 2000
`
}

/** JSON is YAML. */
function urlOf(origin: string): string {
  return JSON.stringify(`${origin}/api/v1/metrics/write`)
}
