import { describe, expect, it } from 'vitest'
import { EnvironmentInvalid, readEnvironment } from './env.ts'

/** The names of the refused variables, and what is said about them. */
function refusalOf(source: Record<string, string>): { names: string[]; text: string } {
  try {
    readEnvironment(source)
    return { names: [], text: '' }
  } catch (error) {
    if (!(error instanceof EnvironmentInvalid)) throw error
    return { names: error.problems.map((line) => line.split(':')[0]!), text: error.message }
  }
}

const imageIn = (source: Record<string, string>) => readEnvironment(source).reporterImage

const ENTRA = {
  ENTRA_TENANTS: '8f1c0000-0000-4000-8000-00000000000a=default',
  ENTRA_CLIENT_ID: '5e000000-0000-4000-8000-00000000000c',
  ENTRA_CLIENT_SECRET: 'x',
}
const OIDC = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' }

describe('the environment', () => {
  it.each<Record<string, string>>([
    { ARGOCD_NAMESPACE: 'argocd' },
    { ARGOCD_NAMESPACE: 'openshift-gitops' },
    { ARGOCD_NAMESPACE: 'kubeflow' },
    { ARGOCD_NAMESPACE: 'system' },
    { ARGOCD_NAMESPACE: 'systems' },
    { GITOPS_PULL_URL: 'https://git.example.com/platform/fleet.git' },
    { GITOPS_PULL_URL: 'git@git.example.com:platform/fleet.git' },
    { GITOPS_PULL_URL: 'ssh://git@git.example.com:2222/platform/fleet.git' },
    { GITOPS_REPO_URL: 'ssh://git@git.example.com:2222/platform/fleet.git' },
    { GITOPS_REPO_URL: 'git@git.example.com:platform/fleet.git' },
    { GITOPS_REPO_URL: 'https://git.example.com/@platform/fleet.git' },
    { GITOPS_REPO_URL: '/srv/fleet[1].git', GITOPS_PULL_URL: 'https://git.example.com/fleet.git' },
    { BERTH_URL: 'https://berth.example.com/' },
    { BERTH_URL: 'http://berth.example.com:8080' },
  ])('may be %j', (source) => {
    expect(refusalOf(source)).toEqual({ names: [], text: '' })
  })

  it.each(['kube-system', 'kube-public', 'gitops-system', 'kube-argocd'])(
    'puts Argo CD into no namespace of the platform: %s',
    (namespace) => {
      expect(refusalOf({ ARGOCD_NAMESPACE: namespace }).names).toContain('ARGOCD_NAMESPACE')
    },
  )

  it.each(['*', '?', '[', ']', '{a,b}', '}', '!', '\\'])(
    'lets clusters pull from one exact address, without %s',
    (wildcard) => {
      const address = `https://git.example.com/fleet${wildcard}`
      expect(refusalOf({ GITOPS_PULL_URL: address }).names).toEqual(['GITOPS_PULL_URL'])
      expect(refusalOf({ GITOPS_REPO_URL: address }).names).toEqual(['GITOPS_REPO_URL'])
    },
  )

  it.each([
    'https://user:hunter2@git.example.com/fleet.git',
    'https://hunter2@git.example.com/fleet.git',
    'HTTPS://user:hunter2@git.example.com/fleet.git',
    'https:user:hunter2@git.example.com/fleet.git',
    'ssh://git:hunter2@git.example.com/fleet.git',
  ])('holds no credential in an address, and none is repeated: %s', (address) => {
    for (const name of ['GITOPS_REPO_URL', 'GITOPS_PULL_URL']) {
      const { names, text } = refusalOf({ [name]: address })
      expect(names).toEqual([name])
      expect(text).not.toContain('hunter2')
    }
    expect(refusalOf({ GITOPS_REPO_URL: address }).text).toContain('GITOPS_TOKEN')
  })

  it('reads who is always an admin, in the form in which groups are compared', () => {
    const guid = '6F9619FF-8B86-4D01-B42D-00CF4FC964FF'
    const { admins } = readEnvironment({ BERTH_ADMINS: `group:${guid}, role:Berth.Admin` })
    expect(admins.map(({ source, value, role }) => [source, value, role])).toEqual([
      ['group', guid.toLowerCase(), 'admin'],
      ['role', 'Berth.Admin', 'admin'],
    ])
    expect(readEnvironment({}).admins).toEqual([])
  })

  it('reads a directory’s group among others, whose name holds commas', () => {
    const ldap = 'CN=Store Admins,OU=Groups,DC=example,DC=com'
    const { admins } = readEnvironment({ BERTH_ADMINS: `role:Fleet.Admin,group:${ldap}, group:g1` })
    expect(admins.map(({ source, value }) => [source, value])).toEqual([
      ['role', 'Fleet.Admin'],
      ['group', ldap],
      ['group', 'g1'],
    ])
  })

  it.each([
    'platform',
    'group:',
    'role:',
    'group:a,',
    'group:a,b',
    'group:a,user:b',
    'user:a',
    'group:Everyone',
    'group:S-1-1-0',
    'group:CN=Domain Users,DC=example',
  ])('makes no admins of %s', (value) => {
    expect(refusalOf({ BERTH_ADMINS: value }).names).toContain('BERTH_ADMINS')
  })

  it.each<Record<string, string>>([
    { BERTH_URL: 'https://berth.example.com/path' },
    { BERTH_URL: 'https://berth.example.com?x' },
    { BERTH_URL: 'http://berth.example.com', ...ENTRA },
    { BERTH_ADMINS: 'group:Platform', ...ENTRA },
    { BERTH_ADMINS: `role:Fleet.Admin, group:Platform`, ...ENTRA },
  ])('refuses what signing in would come to grief by: %j', (source) => {
    const [name = ''] = Object.keys(source)
    expect(refusalOf(source).names).toEqual([name])
  })

  it.each<Record<string, string>>([
    { BERTH_URL: 'http://localhost:3000', ...ENTRA },
    { BERTH_ADMINS: 'role:Fleet.Admin', ...ENTRA },
    { BERTH_ADMINS: 'group:Platform', ...ENTRA, ...OIDC },
    { BERTH_ADMINS: 'group:Platform', ...OIDC },
  ])('takes what signing in can go by: %j', (source) => {
    expect(refusalOf(source)).toEqual({ names: [], text: '' })
  })

  it('keeps the names of the platform and of Argo CD’s namespace from teams', () => {
    const { reservedNamespaces } = readEnvironment({
      BERTH_RESERVED_NAMESPACES: 'vault, linkerd-*',
      ARGOCD_NAMESPACE: 'gitops',
    })
    expect(reservedNamespaces).toEqual(['vault', 'linkerd-*', 'gitops'])
  })

  it('opens the private networks that it names for calls, and by itself none', () => {
    expect(readEnvironment({}).outgoingNetworks).toEqual([])
    const { outgoingNetworks } = readEnvironment({
      BERTH_OUTGOING_NETWORKS: '10.20.0.0/16, fd12:3456::/32',
    })
    expect(outgoingNetworks).toEqual(['10.20.0.0/16', 'fd12:3456::/32'])
    for (const networks of ['10.20.0.0', '10.0.0.0/33', 'prometheus.example.com', '10.0.0.0/8,']) {
      expect(refusalOf({ BERTH_OUTGOING_NETWORKS: networks }).names).toEqual([
        'BERTH_OUTGOING_NETWORKS',
      ])
    }
  })

  it('has clusters report by the image that it names, or not at all', () => {
    expect(imageIn({})).toBe('docker.io/alpine/k8s:1.34.1')
    expect(imageIn({ BERTH_REPORTER_IMAGE: '' })).toBe('docker.io/alpine/k8s:1.34.1')
    expect(imageIn({ BERTH_REPORTER_IMAGE: 'none' })).toBeNull()
    for (const image of [
      'alpine/k8s:1.34.1',
      'registry.example.com:5000/Mirror/k8s:1.34.1',
      `registry.example.com/k8s@sha256:${'0a'.repeat(32)}`,
      `registry.example.com/k8s:1.34.1@sha256:${'0a'.repeat(32)}`,
    ]) {
      expect(imageIn({ BERTH_REPORTER_IMAGE: image })).toBe(image)
    }
  })

  it.each(['alpine/k8s', 'alpine/k8s:', ':1', 'a b:1', 'a:1\n', 'a@sha256:0', 'https://a/b:1?x'])(
    'names an image with a version, and nothing else: %j',
    (image) => {
      expect(refusalOf({ BERTH_REPORTER_IMAGE: image }).names).toEqual(['BERTH_REPORTER_IMAGE'])
    },
  )

  it('is told of all at once', () => {
    const { names } = refusalOf({
      ARGOCD_NAMESPACE: 'argocd',
      BERTH_URL: 'https://user:hunter2@berth.example.com',
      GITOPS_BRANCH: '{',
      LOG_LEVEL: 'loud',
      PORT: 'abc',
      GITOPS_PULL_URL: 'https://user:hunter2@git.example.com/*',
    })
    expect(new Set(names)).toEqual(
      new Set(['BERTH_URL', 'GITOPS_BRANCH', 'GITOPS_PULL_URL', 'LOG_LEVEL', 'PORT']),
    )
  })

  it('needs a key of its own for secrets in a database of its own', () => {
    const source = { DATABASE_URL: 'postgres://berth_app@db.example.com/berth' }
    expect(refusalOf(source).names).toEqual(['BERTH_ENCRYPTION_KEYS'])
    expect(refusalOf({ ...source, BERTH_ENCRYPTION_KEYS: `${KEY}, ${KEY}` }).names).toEqual([])
  })

  it.each([
    'x',
    `${KEY},`,
    KEY.slice(1),
    Buffer.alloc(31).toString('base64'),
    KEY.replace('=', ''),
  ])('takes no key that is not whole, and repeats none: %s', (key) => {
    const { names, text } = refusalOf({ BERTH_ENCRYPTION_KEYS: key })
    expect(names).toEqual(['BERTH_ENCRYPTION_KEYS'])
    expect(text).not.toContain(KEY.slice(1, 9))
  })
})

const KEY = Buffer.alloc(32, 'k').toString('base64')
const tid = '8f1c0000-0000-4000-8000-00000000000a'
const entra = {
  ENTRA_TENANTS: `${tid}=default`,
  ENTRA_CLIENT_ID: '5e000000-0000-4000-8000-00000000000c',
  ENTRA_CLIENT_SECRET: 'hunter2~secret',
}
const oidc = {
  OIDC_ISSUER: 'https://id.example.com/realms/berth',
  OIDC_CLIENT_ID: 'berth',
  OIDC_CLIENT_SECRET: 'hunter2~secret',
}

describe('the settings of sign-in', () => {
  it('may be those of several tenants of Microsoft Entra ID and of another provider', () => {
    const second = tid.replace('8f1c', '9F1C')
    const tenants = `${tid}=default, ${second}=other`
    const { identity } = readEnvironment({ ...entra, ...oidc, ENTRA_TENANTS: tenants })
    expect(identity.entra).toMatchObject({
      tenants: [
        { tid, tenantName: 'default' },
        { tid: second.toLowerCase(), tenantName: 'other' },
      ],
      authority: 'https://login.microsoftonline.com',
      graphUrl: 'https://graph.microsoft.com',
      apiAudience: entra.ENTRA_CLIENT_ID,
      apiScope: 'access_as_user',
    })
    expect(identity.oidc).toMatchObject({
      name: 'id.example.com',
      groupsClaim: 'groups',
      scopes: ['openid', 'profile', 'email'],
      tenantName: 'default',
      apiAudience: null,
    })
  })

  it('may be none at all', () => {
    expect(readEnvironment({}).identity).toEqual({ entra: null, oidc: null })
  })

  const providers = [entra, oidc]
  it.each(providers.flatMap((whole) => Object.keys(whole).map((name) => ({ whole, name }))))(
    'are refused without $name',
    ({ whole, name }) => {
      expect(refusalOf({ ...whole, [name]: '' }).names).toEqual([name])
    },
  )

  it.each<Record<string, string>>([
    { ENTRA_TENANTS: 'common=default' },
    { ENTRA_TENANTS: 'organizations=default' },
    { ENTRA_TENANTS: tid },
    { ENTRA_TENANTS: `${tid}=` },
    { ENTRA_TENANTS: `${tid}=Not a name` },
    { ENTRA_TENANTS: `${tid}=a=b` },
    { ENTRA_TENANTS: `${tid}=a,` },
    { ENTRA_TENANTS: `${tid}=a,${tid.toUpperCase()}=b` },
    { ENTRA_CLIENT_ID: 'berth' },
    { ENTRA_CLIENT_SECRET: 'hunter2 with a space' },
    { ENTRA_AUTHORITY: 'http://login.microsoftonline.com' },
    { ENTRA_AUTHORITY: 'https://login.microsoftonline.com/common' },
    { ENTRA_AUTHORITY: 'https://login.microsoftonline.com/' },
    { ENTRA_GRAPH_URL: 'https://user:hunter2@graph.microsoft.com' },
    { ENTRA_GRAPH_URL: 'graph.microsoft.com' },
    { OIDC_ISSUER: 'http://id.example.com' },
    { OIDC_ISSUER: 'https://user:hunter2@id.example.com' },
    { OIDC_ISSUER: 'https://id.example.com/?a' },
    { OIDC_ISSUER: 'id.example.com' },
    { OIDC_CLIENT_ID: 'berth\n' },
    { OIDC_CLIENT_SECRET: 'hunter2\u{7f}' },
    { OIDC_NAME: 'two\nlines' },
    { OIDC_SCOPES: 'profile email' },
    { OIDC_TENANT: 'Not a name' },
    { OIDC_GROUPS_CLAIM: ' ' },
  ])('are refused with %j, and no secret is repeated', (garbage) => {
    const { names, text } = refusalOf({ ...entra, ...oidc, ...garbage })
    expect(names).toEqual(Object.keys(garbage))
    expect(text).not.toContain('hunter2')
  })

  it('are told of all at once', () => {
    const { names } = refusalOf({
      ENTRA_GRAPH_URL: 'x',
      OIDC_NAME: 'x',
      BERTH_ENCRYPTION_KEYS: 'x',
    })
    expect(new Set(names)).toEqual(
      new Set(['ENTRA_GRAPH_URL', 'BERTH_ENCRYPTION_KEYS', ...Object.keys({ ...entra, ...oidc })]),
    )
  })
})

describe('pull requests of the environment’s repository', () => {
  const repository = {
    GITOPS_REPO_URL: 'https://git.example.com/ieb/gitops.git',
    GITOPS_TOKEN: 'x',
  }

  it('have nothing set at first', () => {
    const { gitops } = readEnvironment(repository)
    expect(gitops.pullRequests).toEqual({ host: null, apiUrl: null, token: null, join: true })
  })

  it('are where the environment says', () => {
    const { gitops } = readEnvironment({
      ...repository,
      GITOPS_PULL_REQUEST_HOST: 'gitlab',
      GITOPS_PULL_REQUEST_API_URL: 'https://git.example.com/scm/api/v4',
      GITOPS_PULL_REQUEST_TOKEN: 'y',
      GITOPS_PULL_REQUEST_JOIN: '0',
    })
    expect(gitops.pullRequests).toEqual({
      host: 'gitlab',
      apiUrl: 'https://git.example.com/scm/api/v4',
      token: 'y',
      join: false,
    })
  })

  it.each<[string, Record<string, string>, string]>([
    ['an unknown host', { GITOPS_PULL_REQUEST_HOST: 'bitbucket' }, 'GITOPS_PULL_REQUEST_HOST'],
    ['another word for no', { GITOPS_PULL_REQUEST_JOIN: 'no' }, 'GITOPS_PULL_REQUEST_JOIN'],
    [
      'a token for nobody knows whom',
      { GITOPS_PULL_REQUEST_TOKEN: 'y' },
      'GITOPS_PULL_REQUEST_HOST',
    ],
    [
      'an API over http',
      {
        GITOPS_PULL_REQUEST_HOST: 'gitea',
        GITOPS_PULL_REQUEST_API_URL: 'http://git.example.com/api/v1',
      },
      'GITOPS_PULL_REQUEST_API_URL',
    ],
    [
      'the token of the repository for another server',
      {
        GITOPS_PULL_REQUEST_HOST: 'gitea',
        GITOPS_PULL_REQUEST_API_URL: 'https://api.example.com/v1',
      },
      'GITOPS_PULL_REQUEST_TOKEN',
    ],
    [
      'a repository that Berth holds',
      { GITOPS_REPO_URL: '', GITOPS_PULL_REQUEST_HOST: 'gitea' },
      'GITOPS_PULL_REQUEST_HOST',
    ],
  ])('don’t have %s', (_, settings, name) => {
    expect(refusalOf({ ...repository, ...settings }).names).toEqual([name])
  })
})
