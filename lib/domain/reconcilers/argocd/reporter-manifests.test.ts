import { describe, expect, it } from 'vitest'
import { baseFiles, bootstrapText } from './cluster-manifests.ts'
import { REPORTER_SCRIPT } from './reporter-script.ts'
import { cluster, everyFile, objectsOf, settings } from './testing/sample-fleet.ts'

const silent = { ...settings, reporter: null }

const objectsAt = (url: string) =>
  objectsOf(
    bootstrapText(cluster('east-01'), 'main', { ...settings, reporter: { image: 'x:1', url } }),
  ).filter(({ metadata }) => metadata.name === 'berth-reporter')

const tcpPortsAt = (url: string) => {
  const policy = objectsAt(url).find(({ kind }) => kind === 'NetworkPolicy')
  const [rule] = Object(policy?.spec)['egress']
  return rule.ports.filter(({ protocol }: { protocol: string }) => protocol === 'TCP')
}

/**
 * What Kubernetes makes of a command's text.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.0/third_party/forked/golang/expansion/expand.go
 */
function expanded(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\$|\$\(([^)]*)\)/g, (whole, name?: string) =>
    name === undefined ? '$' : (variables[name] ?? whole),
  )
}

describe('the reporter', () => {
  it('is in the bootstrap alone, which people apply, and nowhere without one', () => {
    const files = [...everyFile(settings)].filter(([, text]) => text.includes('berth-reporter'))
    expect(files.map(([file]) => file)).toEqual(['bootstrap'])
    expect([...everyFile(silent).values()].join('')).not.toContain('berth-reporter')
    expect(baseFiles(cluster('east-01'), 'main', settings)).toEqual(
      baseFiles(cluster('east-01'), 'main', silent),
    )
  })

  it('adds to the bootstrap, and changes nothing else in it', () => {
    const [without, whole] = [silent, settings].map((given) =>
      objectsOf(bootstrapText(cluster('east-01'), 'main', given)),
    )
    expect(whole?.filter(({ metadata }) => metadata.name !== 'berth-reporter')).toEqual(without)
  })

  it.each([
    ['https://berth.example.com', 443],
    ['https://berth.example.com:8443', 8443],
    ['http://berth.example.com', 80],
    ['http://berth.example.com:3000', 3000],
  ])('may reach Berth where it is: %s', (url, port) => {
    expect(tcpPortsAt(url)).toContainEqual({ protocol: 'TCP', port })
  })

  it('names no port twice', () => {
    expect(tcpPortsAt('https://berth.example.com:6443')).toHaveLength(4)
  })

  it('runs the script as it is written: Kubernetes finds none of its variables in it', () => {
    const environment = { BERTH_URL: 'x', BERTH_CLUSTER: 'x', BERTH_SECRET: 'x', HOME: 'x' }
    expect(expanded('a $(HOME) $$(HOME)', environment)).toBe('a x $(HOME)')
    expect(expanded(REPORTER_SCRIPT, environment)).toBe(REPORTER_SCRIPT)
  })

  it('holds no token: the Secret is made by hand, and the Pod starts without it', () => {
    const pod = Object(objectsAt('https://b.example.com').at(-1)?.spec)['template'].spec
    expect(objectsAt('https://b.example.com').map(({ kind }) => kind)).not.toContain('Secret')
    expect(pod.volumes[1]).toMatchObject({
      secret: { secretName: 'berth-reporter', optional: true },
    })
    expect(JSON.stringify(pod.containers[0].env)).not.toMatch(/token/i)
  })
})
