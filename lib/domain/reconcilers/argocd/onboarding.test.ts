import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { clusterNeeds, repositoryCredentialCommand } from './onboarding.ts'
import { settings } from './testing/sample-fleet.ts'

/** The arguments of each kubectl call, as a shell passes them. */
function callsOf(command: string): string[][] {
  const kubectl =
    'kubectl() { cat >/dev/null; for word; do printf "%s\\n" "$word"; done >&2; echo -- >&2; }\n'
  const piped = spawnSync('sh', ['-c', kubectl + command.replaceAll(' |\n', ';\n')], {
    input: '',
    encoding: 'utf8',
  })
  return piped.stderr
    .split('--\n')
    .filter((call) => call !== '')
    .map((call) => call.trimEnd().split('\n'))
}

describe('the credential command', () => {
  it('makes the Secret of the layout: depth 1, project berth, in the namespace of Argo CD', () => {
    expect(repositoryCredentialCommand(settings)).toBe(
      [
        "kubectl create secret generic berth-gitops --namespace 'argocd' \\",
        "  --from-literal='type=git' \\",
        "  --from-literal='url=https://git.example.com/fleet/gitops.git' \\",
        "  --from-literal='depth=1' \\",
        "  --from-literal='project=berth' \\",
        "  --from-literal='username=USER' \\",
        "  --from-literal='password=TOKEN' \\",
        '  --dry-run=client --output yaml |',
        'kubectl label --local --filename - argocd.argoproj.io/secret-type=repository --output yaml |',
        'kubectl apply --filename -',
      ].join('\n'),
    )
  })

  it('is three calls of kubectl and nothing else in a shell, whatever the address', () => {
    const pullUrl = `https://h/'; touch x; echo '$(id)"\``
    const argocdNamespace = 'git ops'
    const calls = callsOf(repositoryCredentialCommand({ ...settings, pullUrl, argocdNamespace }))
    expect(calls).toHaveLength(3)
    expect(calls[0]).toContain(`--from-literal=url=${pullUrl}`)
    expect(calls[0]?.slice(0, 6)).toEqual([
      'create',
      'secret',
      'generic',
      'berth-gitops',
      '--namespace',
      argocdNamespace,
    ])
  })
})

describe('what a cluster needs', () => {
  it.each(CONFINEMENTS)(
    'names the versions, the scope, and what would break the layout: %s',
    (one) => {
      const all = clusterNeeds(one).join('\n')
      for (const need of ['1.30', '3.3', 'cluster-wide', 'inClusterEnabled', 'not by label']) {
        expect(all).toContain(need)
      }
      expect(all.includes('impersonation')).toBe(one !== 'project')
      expect(all.includes('runs nothing outside Berth')).toBe(one === 'account')
    },
  )
})
