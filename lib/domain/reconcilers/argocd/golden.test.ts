// The rendered text as people reviewed it, in `golden/`. UPDATE_GOLDEN=1 rewrites it; review the diff.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { applicationText } from './application-manifest.ts'
import { baseFiles, bootstrapText } from './cluster-manifests.ts'
import { configText } from './config-manifest.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { repositoryFiles } from '#lib/domain/reconcilers/repository-files.ts'
import { teamFiles } from './team-manifests.ts'
import {
  application,
  cluster,
  fullTeam,
  settings,
  team,
  told,
  toldApplication,
} from './testing/sample-fleet.ts'

const folder = path.join(import.meta.dirname, 'golden')
const isUpdate = process.env['UPDATE_GOLDEN'] === '1'

function renderedFiles(): ReadonlyMap<string, string> {
  const east = cluster('east-01')
  const topFiles = repositoryFiles({ ...settings, generation: null })
  const files = new Map([
    ['application.yaml', applicationText(application('payments', 'api'), settings, null)],
    ['config.yaml', configText(application('payments', 'api'), told)],
    ['told-application.yaml', applicationText(toldApplication, settings, told)],
    ['bootstrap.yaml', bootstrapText(east, 'main', { ...settings, reporter: null })],
    ['reporting-bootstrap.yaml', bootstrapText(east, 'main', settings)],
    ['readme.md', topFiles.get('README.md') ?? ''],
    // So that a reviewer of changed bytes sees whether the number was raised too.
    ['layout', `${LAYOUT}\n`],
    ['owned.json', topFiles.get('.berth/owned') ?? ''],
  ])
  const add = (prefix: string, folder: ReadonlyMap<string, string>) => {
    for (const [file, text] of folder) files.set(`${prefix}-${file}`, text)
  }
  add('base', baseFiles(east, 'main', settings))
  add('team', teamFiles(team('payments'), settings))
  add('full-team', teamFiles(fullTeam, settings))
  const open = teamFiles(team('search', { network: 'open' }), settings)
  files.set('open-network.yaml', open.get('network.yaml') ?? '')
  const openshift = { ...settings, argocdNamespace: 'openshift-gitops' }
  add('openshift-base', baseFiles(east, 'main', openshift))
  files.set(
    'openshift-namespace.yaml',
    teamFiles(team('payments'), openshift).get('namespace.yaml') ?? '',
  )
  const emptied = baseFiles(cluster('east-01', { defaultProject: 'empty' }), 'main', settings)
  files.set('default-project.yaml', emptied.get('default-project.yaml') ?? '')
  return files
}

const rendered = renderedFiles()
if (isUpdate) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [file, text] of rendered) writeFileSync(path.join(folder, file), text)
}

describe('what is rendered', () => {
  it.each([...rendered])('has the bytes of the reviewed text: %s', (file, text) => {
    expect(text).toBe(readFileSync(path.join(folder, file), 'utf8'))
  })

  it('is all of the reviewed text', () => {
    expect([...rendered.keys()].sort()).toEqual(readdirSync(folder).sort())
  })
})
