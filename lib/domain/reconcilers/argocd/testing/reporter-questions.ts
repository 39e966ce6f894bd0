// What the reporter runs, and what it reaches and is reached by. Its rights are among those of the other accounts.
import { REPORTER_SCRIPT } from '../reporter-script.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import { type Pod, reaches } from './network-evaluator.ts'

const topic = 'the reporter'
const OUTSIDE: Pod = { namespace: null, labels: {} }

export function reporterQuestions({ settings }: ConfinedFleet): readonly Question[] {
  const { argocdNamespace: namespace, reporter } = settings
  const pod: Pod = { namespace, labels: { 'app.kubernetes.io/name': 'berth-reporter' } }
  const reached = (
    text: string,
    expected: boolean,
    from: Pod,
    to: Pod,
    protocol: 'TCP' | 'UDP',
    port: number,
  ): Question => ({
    topic,
    text: `whether ${text} ${protocol} ${port}`,
    expected,
    ask: (objects) => reaches(objects, from, to, { protocol, port }),
  })
  const server: Pod = { namespace, labels: { 'app.kubernetes.io/name': 'argocd-server' } }
  return [
    {
      topic,
      text: 'what runs where, and to whom it reports',
      expected: [
        {
          name: 'berth-reporter',
          namespace,
          image: reporter?.image,
          script: REPORTER_SCRIPT,
          environment: {
            BERTH_URL: reporter?.url,
            BERTH_CLUSTER: 'east-01',
            BERTH_SECRET: '/etc/berth',
            HOME: '/tmp',
          },
        },
      ],
      ask: ({ deployments }) =>
        deployments.map(({ metadata, spec }) => {
          const [{ image, command, env }] = spec.template.spec.containers
          const environment = Object.fromEntries(env.map(({ name, value }) => [name, value]))
          return { ...metadata, image, script: command[2], environment }
        }),
    },
    ...[443, 6443, 53, 5353].map((port) =>
      reached('it reaches outside', true, pod, OUTSIDE, 'TCP', port),
    ),
    ...[53, 5353].map((port) => reached('it reaches outside', true, pod, OUTSIDE, 'UDP', port)),
    ...[22, 80, 6379].map((port) =>
      reached('it reaches outside', false, pod, OUTSIDE, 'TCP', port),
    ),
    reached('it reaches outside', false, pod, OUTSIDE, 'UDP', 443),
    reached('a neighbour reaches outside', true, server, OUTSIDE, 'TCP', 22),
    reached('what is outside reaches a neighbour’s', true, OUTSIDE, server, 'TCP', 443),
    reached('a neighbour reaches its', false, server, pod, 'TCP', 443),
    reached('what is outside reaches its', false, OUTSIDE, pod, 'TCP', 443),
  ]
}
