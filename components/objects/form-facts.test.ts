import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { readSentObject } from '#lib/schemas/sent-object.ts'
import { formFacts } from './form-facts.tsx'

/** What a page says of an object: the label and text of each field. */
function said(kind: Kind, json: object): readonly (readonly string[])[] {
  const read = readSentObject(kind, json, [])
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return formFacts(read.value, null, (id) => id).map(([label, value]) => [
    label,
    renderToStaticMarkup(createElement(Fragment, null, value))
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ])
}

const team = {
  name: 'ieb',
  groups: [{ id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', role: 'reader' }],
  source_repos: ['https://git.example.com/ieb/app1.git', 'https://git.example.com/ieb/app2.git'],
  cluster_boundary: { region: 'east' },
  network: 'closed',
  quota: { 'requests.cpu': '4' },
}

describe('what a form’s fields say of an object', () => {
  it.each([
    // kind | object | what is said
    [
      'team',
      team,
      [
        ['Groups', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff as reader'],
        [
          'Repositories',
          'https://git.example.com/ieb/app1.git https://git.example.com/ieb/app2.git',
        ],
        ['Clusters that it may use', 'region=east'],
        ['Network', 'Closed'],
        ['Contributors’ kubectl', 'View'],
        ['Quota', 'requests.cpu=4'],
      ],
    ],
    [
      'team',
      { name: 'ieb' },
      [
        ['Groups', '–'],
        ['Repositories', '–'],
        ['Clusters that it may use', 'All'],
        ['Network', 'Namespace'],
        ['Contributors’ kubectl', 'View'],
        ['Quota', '–'],
      ],
    ],
    [
      'application',
      {
        name: 'app1',
        namespace: 'ieb',
        repo_url: 'https://git.example.com/ieb/app1.git',
        repo_branch: 'main',
        repo_path: 'deploy',
        targets: [
          { name: 'early', environment: 'prod', repo_path: 'deploy/early' },
          { name: 'late', environment: 'prod', repo_path: 'deploy/late' },
        ],
        metadata: { common: 'true' },
      },
      [
        ['Team', 'ieb'],
        ['What lies there', 'Directory in Git'],
        ['Repository', 'https://git.example.com/ieb/app1.git'],
        ['Branch, tag or commit', 'main'],
        ['Path', 'deploy'],
        ['Targets', 'early in prod: deploy/early late in prod: deploy/late'],
        ['What clusters get', 'Whatever the source holds'],
        ['Depends on', '–'],
        ['Labels', 'common=true name=app1 namespace=ieb'],
        ['Who sees it', 'The team'],
      ],
    ],
    [
      'application',
      {
        name: 'api',
        namespace: 'ieb',
        repo_url: 'https://charts.example.com',
        source: {
          type: 'helm',
          chart: 'api',
          version: '1.4.0',
          values: { replicas: 2, log: 'on' },
        },
      },
      [
        ['Team', 'ieb'],
        ['What lies there', 'Chart of a Helm repository'],
        ['Repository', 'https://charts.example.com'],
        ['Chart', 'api'],
        ['Version', '1.4.0'],
        ['Release name', 'the application’s name'],
        ['Values', '2 keys log: &quot;on&quot; replicas: 2'],
        ['Where the values of configs go', 'nowhere'],
        ['What clusters get', 'Whatever the source holds'],
        ['Depends on', '–'],
        ['Labels', 'name=api namespace=ieb'],
        ['Who sees it', 'The team'],
      ],
    ],
    [
      'config',
      {
        name: 'east',
        namespace: 'ieb',
        app_selector: { app: 'api' },
        cluster_selector: '*',
        values: { log: 'on' },
      },
      [
        ['Owner', 'ieb'],
        ['Applications', 'app=api'],
        ['Clusters', '*'],
        ['Priority', '100'],
        ['Values', 'log: &quot;on&quot;'],
        ['Suspended', 'No'],
      ],
    ],
    [
      'target-policy',
      {
        name: 'off_east',
        app_selector: { common: 'true' },
        cluster_selector: 'region in (east,west)',
        effect: 'exclude',
        suspended: true,
      },
      [
        ['Owner', 'Platform'],
        ['Effect', 'Exclude'],
        ['Applications', 'common=true'],
        ['Clusters', 'region in (east,west)'],
        ['Suspended', 'Yes'],
      ],
    ],
    [
      'target-policy',
      {
        name: 'some_east',
        app_selector: '*',
        cluster_selector: '*',
        pick: { count: 3, spread_by: 'region', prefer: [{ score: 'free-gpu' }] },
      },
      [
        ['Owner', 'Platform'],
        ['Effect', 'Include'],
        ['Applications', '*'],
        ['Clusters', '*'],
        ['Target', '–'],
        ['Pick', '3 clusters for each application, evenly over region; first by score free-gpu'],
        ['Scheduler', '–'],
        ['Suspended', 'No'],
      ],
    ],
  ] as const)('of a %s', (kind, json, lines) => {
    expect(said(kind, json)).toEqual(lines)
  })
})
