import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { metricsStep } from './metrics-step.ts'
import { callsOf } from './testing/shell-calls.ts'

const ORIGIN = 'https://berth.example.com'
const { command, texts = [] } = metricsStep(ORIGIN)
const [operator, plain] = texts.map(({ text }) => parse(text) as Record<string, unknown>)

describe('the step that lets a Prometheus write', () => {
  it('keeps the token in a Secret, by one command that can be repeated', () => {
    expect(callsOf(command.replaceAll(' |\n', '\n')).map((call) => call.join(' '))).toEqual([
      'kubectl create secret generic berth-metrics --namespace monitoring --from-literal=token=TOKEN --dry-run=client --output yaml',
      'kubectl apply --filename -',
    ])
    expect(texts.map(({ text }) => text).join()).not.toContain('TOKEN')
  })

  it('has a Prometheus write what the documentation says', () => {
    const [, documented = ''] = /^```yaml\n(remote_write:\n.*?)^```$/ms.exec(
      readFileSync('docs/observability.md', 'utf8'),
    )!
    expect(plain).toEqual(parse(documented.replace('$BERTH_URL', ORIGIN)))
  })

  it('has the Prometheus Operator write the same, with the Secret', () => {
    expect(operator).toEqual({
      remoteWrite: [
        {
          url: `${ORIGIN}/api/v1/metrics/write`,
          authorization: { credentials: { name: 'berth-metrics', key: 'token' } },
          writeRelabelConfigs: [
            {
              sourceLabels: ['__name__'],
              regex: expect.stringMatching(/^argocd_app_info\|.*\|workqueue_depth$/),
              action: 'keep',
            },
          ],
          queueConfig: { maxShards: 1, maxSamplesPerSend: 2000 },
        },
      ],
    })
  })
})
