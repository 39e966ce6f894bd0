import { existsSync, readFileSync } from 'node:fs'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Secret, Service } from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readEnvironment } from '#lib/settings/env.ts'

const instructions = readFileSync('Dockerfile', 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '')

const argumentsOf = (instruction: string) =>
  instructions
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1).split(/\s+/))

const read = (file: string) => parse(readFileSync(`deploy/${file}`, 'utf8'))

describe('the Dockerfile', () => {
  const allowed = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))

  it('is given the files that it copies, and they are there', () => {
    const copied = argumentsOf('COPY').filter(([first]) => !first?.startsWith('--from='))
    const sources = copied.flatMap((names) => names.slice(0, -1)).filter((name) => name !== '.')
    expect(sources).toEqual(['package.json', 'package-lock.json'])
    expect(allowed).toEqual(expect.arrayContaining(sources))
    expect(allowed.filter((name) => !existsSync(name))).toEqual([])
  })

  it('ends as a user that Kubernetes can tell from root', () => {
    expect(argumentsOf('USER')).toEqual([['1000:1000']])
  })

  it('holds no secret: it takes no arguments, and sets no more than where the portal listens and keeps its files', () => {
    expect(argumentsOf('ARG')).toEqual([])
    const settings = ['NODE_ENV=production', 'HOST=0.0.0.0', 'PORT=3000', 'BERTH_DATA_DIR=/data']
    expect(argumentsOf('ENV')).toEqual([settings])
  })

  it('starts what is in the image', () => {
    expect(instructions).toContain('ENTRYPOINT ["tini", "--", "node", "scripts/image-main.mjs"]')
    expect(existsSync('scripts/image-main.mjs')).toBe(true)
  })
})

describe('the manifests of deploy/kubernetes', () => {
  const deployment = read('kubernetes/deployment.yaml')
  const service = read('kubernetes/service.yaml')
  const secret = read('kubernetes/secret.yaml.example')
  const pod = deployment.spec.template.spec
  const [container] = pod.containers

  it('pass the JSON schemas of their kinds', () => {
    expect(() => new Deployment(deployment).validate()).not.toThrow()
    expect(() => new Service(service).validate()).not.toThrow()
    expect(() => new Secret(secret).validate()).not.toThrow()
  })

  it('fit together', () => {
    const labels = deployment.spec.template.metadata.labels
    expect(deployment.spec.selector.matchLabels).toEqual(labels)
    expect(service.spec.selector).toEqual(labels)
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name)
    expect(container.envFrom).toEqual([{ secretRef: { name: secret.metadata.name } }])
    expect(container.volumeMounts).toEqual([{ name: pod.volumes[0].name, mountPath: '/data' }])
  })

  it('pass the restricted Pod Security Standard, with a root file system that nobody writes to', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('give settings that hold and that the README knows, once the Secret is filled in', () => {
    const given: { name: string; value: string }[] = container.env
    const settings = Object.fromEntries(given.map(({ name, value }) => [name, value]))
    const filled = {
      DATABASE_URL: 'postgres://berth_app:x@postgres.example.com/berth',
      DATABASE_OWNER_URL: 'postgres://berth_owner:x@postgres.example.com/berth',
      GITOPS_TOKEN: 'x',
      ENTRA_CLIENT_SECRET: 'x',
      BERTH_ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64'),
      NEXTAUTH_SECRET: 'x'.repeat(44),
    }
    expect(() => readEnvironment({ ...settings, ...filled })).not.toThrow()
    expect(Object.keys(secret.stringData)).toEqual(Object.keys(filled))
    const readme = readFileSync('README.md', 'utf8')
    for (const name of Object.keys({ ...settings, ...filled })) {
      expect(readme).toContain(`\`${name}\``)
    }
  })

  it('hold no secret', () => {
    expect(new Set(Object.values(secret.stringData))).toEqual(new Set(['']))
  })
})

describe('deploy/compose.yaml', () => {
  const { services } = read('compose.yaml')

  it('gives settings that hold, and no password', () => {
    const environment: Record<string, string> = services.portal.environment
    expect(environment['BERTH_ENCRYPTION_KEYS']).toMatch(/^\$\{ENCRYPTION_KEY:\?/)
    const guid = '8f1c0000-0000-4000-8000-00000000000a'
    const filled = {
      BERTH_ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64'),
      ENTRA_TENANTS: `${guid}=default`,
      ENTRA_CLIENT_ID: guid,
      ENTRA_CLIENT_SECRET: 'x',
      BERTH_ADMINS: `group:${guid}`,
    }
    for (const name of Object.keys(filled)) expect(environment[name]).toMatch(/\$\{\w+:\?/)
    expect(() => readEnvironment({ ...environment, ...filled })).not.toThrow()
    const passwords = [environment['DATABASE_URL'], environment['DATABASE_OWNER_URL']].map(
      (address) => /:([^:@]+)@/.exec(address ?? '')?.[1],
    )
    expect(new Set(passwords)).toEqual(new Set(['${DATABASE_PASSWORD}']))
    expect(services.postgres.environment.POSTGRES_PASSWORD).toMatch(/^\$\{DATABASE_PASSWORD:\?/)
  })

  it('lets nobody but this machine in', () => {
    expect(services.portal.ports).toEqual(['127.0.0.1:3000:3000'])
    expect(services.postgres.ports).toBeUndefined()
  })
})
