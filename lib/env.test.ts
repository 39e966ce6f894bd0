import { describe, expect, it } from 'vitest'
import { EnvironmentInvalid, readEnvironment } from './env.ts'

/** The names of the variables that are refused, and what is said of them. */
function refusalOf(source: Record<string, string>): { names: string[]; text: string } {
  try {
    readEnvironment(source)
    return { names: [], text: '' }
  } catch (error) {
    if (!(error instanceof EnvironmentInvalid)) throw error
    return { names: error.problems.map((line) => line.split(':')[0]!), text: error.message }
  }
}

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
    { BERTH_URL: 'https://berth.example.com/@here' },
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

  it('keeps the names of the platform and of Argo CD’s namespace from teams', () => {
    const { reservedNamespaces } = readEnvironment({
      BERTH_RESERVED_NAMESPACES: 'vault, linkerd-*',
      ARGOCD_NAMESPACE: 'gitops',
    })
    expect(reservedNamespaces).toEqual(['vault', 'linkerd-*', 'gitops'])
  })

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
})
