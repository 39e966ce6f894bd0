import { expect, it } from 'vitest'
import { packagingWords, placeWords, revisionNoun, sourceWords } from './packaging-words.ts'
import type { Packed } from './packaging.ts'

const helm = { render: 'helm', releaseName: null, configUnder: null, values: {} } as const
const git = { repoUrl: 'https://git.example.com/ieb/app1.git', repoBranch: 'main' } as const
const registry = 'oci://registry.example.com:5000/ieb/app1'
const digest = `sha256:${'0f'.repeat(32)}`

it.each<[Packed, string | null, string, string, string]>([
  // source | what lies there | in a table | what follows | in a sentence
  [
    { ...git, repoPath: 'deploy', packaging: null },
    null,
    'main · deploy',
    'branch',
    'directory deploy at main of git.example.com',
  ],
  [
    { ...git, repoPath: 'deploy', packaging: { type: 'git', render: 'kustomize' } },
    'kustomize',
    'main · deploy',
    'branch',
    'directory deploy at main of git.example.com, kustomize',
  ],
  [
    {
      repoUrl: 'https://charts.example.com',
      repoBranch: '1.4.0',
      repoPath: '.',
      packaging: { type: 'helm', chart: 'api', ...helm },
    },
    'chart api',
    '1.4.0',
    'version',
    'chart api 1.4.0 from charts.example.com',
  ],
  [
    { repoUrl: registry, repoBranch: digest, repoPath: '.', packaging: { type: 'oci', ...helm } },
    'artifact, Helm chart',
    'sha256:0f0f0f0f',
    'digest',
    'artifact sha256:0f0f0f0f from registry.example.com:5000, Helm chart',
  ],
  [
    {
      repoUrl: registry,
      repoBranch: 'stable',
      repoPath: 'deploy',
      packaging: { type: 'oci', render: 'directory' },
    },
    'artifact, plain manifests, with subfolders',
    'stable · deploy',
    'version',
    'artifact stable from registry.example.com:5000, plain manifests, with subfolders',
  ],
])('of %j people read what it is', (source, what, place, noun, sentence) => {
  expect([
    packagingWords(source.packaging),
    placeWords(source),
    revisionNoun(source),
    sourceWords(source),
  ]).toEqual([what, place, noun, sentence])
})
