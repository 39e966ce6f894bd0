import { describe, expect, it } from 'vitest'
import { anApplication } from '#lib/domain/testing/objects.ts'
import { readSentObject } from '#lib/schemas/sent-object.ts'
import { objectJson, readStoredObject } from '../object-json.ts'
import type { Application } from './application.ts'
import { withKeptSource } from './kept-source.ts'
import { isSamePackaging, type Packaging } from './packaging.ts'
import { isFixed } from './revision.ts'
import { sourceDifferences } from './source-differences.ts'

const DIGEST = `sha256:${'0f'.repeat(32)}`
const names = { name: 'app1', namespace: 'ieb' }
const inGit = {
  ...names,
  repo_url: 'https://git.example.com/ieb/app1.git',
  repo_branch: 'main',
  repo_path: 'deploy',
}
const chart = {
  ...names,
  repo_url: 'https://charts.example.com',
  source: { type: 'helm', chart: 'app1', version: '1.2.3' },
}
const artifact = {
  ...names,
  repo_url: 'oci://ghcr.io/ieb/app1',
  repo_path: '.',
  source: { type: 'oci', version: '1.2.3', render: 'directory' },
}
type Json = Readonly<Record<string, unknown>>
/** What it is, its JSON, and what is wrong with it where. */
type Refused = [string, Json, [string, string][]]
/** With other fields of its source. */
const withSource = (json: Json & { readonly source?: object }, source: Json) => ({
  ...json,
  source: { ...json.source, ...source },
})

const read = (json: unknown) => readSentObject('application', json, [])
const issuesOf = (json: unknown) => {
  const sent = read(json)
  return sent.ok ? [] : sent.issues.map(({ path, code }) => [path.join('.'), code])
}
function application(json: unknown): Application {
  const sent = read(json)
  if (!sent.ok) throw new Error(JSON.stringify(sent.issues))
  return sent.value
}

describe('the source of an application', () => {
  it.each<[string, Json]>([
    ['a directory as it is found', inGit],
    ['a directory of manifests', { ...inGit, source: { type: 'git', render: 'directory' } }],
    ['a directory of Kustomize', { ...inGit, source: { type: 'git', render: 'kustomize' } }],
    [
      'a chart in Git',
      {
        ...inGit,
        source: {
          type: 'git',
          render: 'helm',
          release_name: 'web',
          values: { a: { b: [1, 'on'] } },
        },
      },
    ],
    ['a chart', chart],
    ['a chart with values', withSource(chart, { release_name: 'web', values: { a: 1 } })],
    ['a chart that is told', withSource(chart, { config_under: '/app/config' })],
    [
      'a chart that is told beside its values',
      withSource(chart, { values: { app: { a: 1 } }, config_under: '/app/a~1b~0' }),
    ],
    ['a chart of a range of versions', withSource(chart, { version: '>=1.2 <2' })],
    ['a chart in a registry', { ...chart, repo_url: 'oci://ghcr.io:443/ieb/charts' }],
    ['a chart in a registry of nothing else', { ...chart, repo_url: 'oci://charts.example.com' }],
    ['an artifact', artifact],
    ['a directory in an artifact', { ...artifact, repo_path: 'deploy' }],
    [
      'an artifact by its digest',
      { ...artifact, source: { type: 'oci', digest: DIGEST, render: 'kustomize' } },
    ],
    [
      'a chart as an artifact',
      { ...artifact, source: { type: 'oci', version: '1.2.3', render: 'helm', values: { a: 1 } } },
    ],
  ])('may be %s, which is answered and stored as it was sent', (_, json) => {
    const sent = application(json)
    expect(objectJson(sent)).toEqual({ ...objectJson(sent), ...json })
    const lacking = ['repo_branch', 'repo_path', 'source'].filter((field) => !(field in json))
    for (const field of lacking) expect(Object.keys(objectJson(sent))).not.toContain(field)
    expect(readStoredObject('application', JSON.parse(JSON.stringify(objectJson(sent))))).toEqual({
      ok: true,
      value: sent,
    })
  })

  it.each<[string, Json, Json]>([
    ['the same as none', { ...inGit, source: { type: 'git', render: 'auto' } }, inGit],
    ['without a render', { ...inGit, source: { type: 'git' } }, inGit],
    ['without values', withSource(chart, { values: {} }), chart],
    [
      'with values in another order',
      withSource(chart, { values: { b: { d: 1, c: 2 }, a: 1 } }),
      withSource(chart, { values: { a: 1, b: { c: 2, d: 1 } } }),
    ],
    [
      'of an artifact without a path',
      { ...names, repo_url: artifact.repo_url, source: artifact.source },
      artifact,
    ],
  ])('has one form: %s', (_, sent, same) => {
    expect(JSON.stringify(objectJson(application(sent)))).toBe(
      JSON.stringify(objectJson(application(same))),
    )
  })

  it.each<Refused>([
    ['nothing', { ...inGit, source: {} }, [['source.type', 'one_of']]],
    ['another type', { ...inGit, source: { type: 'svn' } }, [['source.type', 'one_of']]],
    ['another field', withSource(chart, { name: 'x' }), [['source.name', 'unknown_field']]],
    ['no branch', { ...inGit, repo_branch: undefined }, [['repo_branch', 'required']]],
    ['no path', { ...inGit, repo_path: undefined }, [['repo_path', 'required']]],
    [
      'what charts have, in Git',
      { ...inGit, source: { type: 'git', chart: 'x', version: '1.2.3' } },
      [
        ['source.chart', 'source_field_not_allowed'],
        ['source.version', 'source_field_not_allowed'],
      ],
    ],
    [
      'what Helm needs, without Helm',
      { ...inGit, source: { type: 'git', render: 'kustomize', release_name: 'x', values: {} } },
      [
        ['source.release_name', 'source_field_not_allowed'],
        ['source.values', 'source_field_not_allowed'],
      ],
    ],
    [
      'what Git has, of a chart',
      { ...chart, repo_branch: 'main', repo_path: '.' },
      [
        ['repo_branch', 'source_field_not_allowed'],
        ['repo_path', 'source_field_not_allowed'],
      ],
    ],
    [
      'a render of a chart',
      withSource(chart, { render: 'helm' }),
      [['source.render', 'source_field_not_allowed']],
    ],
    [
      'a digest of a chart',
      withSource(chart, { digest: DIGEST }),
      [['source.digest', 'source_field_not_allowed']],
    ],
    [
      'targets of a chart',
      { ...chart, targets: [{ name: 'early', environment: 'prod', repo_path: 'x' }] },
      [['targets', 'source_field_not_allowed']],
    ],
    [
      'a chart without a name and a version',
      { ...chart, source: { type: 'helm' } },
      [
        ['source.chart', 'required'],
        ['source.version', 'required'],
      ],
    ],
    [
      'a branch of an artifact',
      { ...artifact, repo_branch: 'main' },
      [['repo_branch', 'source_field_not_allowed']],
    ],
    [
      'a version and a digest',
      withSource(artifact, { digest: DIGEST }),
      [['source.digest', 'source_field_not_allowed']],
    ],
    [
      'an artifact of which nothing is said',
      { ...artifact, source: { type: 'oci' } },
      [
        ['source.render', 'required'],
        ['source.version', 'required'],
      ],
    ],
    [
      'an artifact as it is found',
      withSource(artifact, { render: 'auto' }),
      [['source.render', 'one_of']],
    ],
    ['a registry, of Git', { ...inGit, repo_url: artifact.repo_url }, [['repo_url', 'url_scheme']]],
    ['SSH, of a chart', { ...chart, repo_url: 'git@h:o/r.git' }, [['repo_url', 'url_scheme']]],
    [
      'https, of an artifact',
      { ...artifact, repo_url: 'https://ghcr.io/ieb/app1' },
      [['repo_url', 'url_scheme']],
    ],
    [
      'a user in a registry',
      { ...artifact, repo_url: 'oci://a:b@ghcr.io/x' },
      [['repo_url', 'url_credentials']],
    ],
    [
      'a tag in the address',
      { ...artifact, repo_url: 'oci://ghcr.io/x:1' },
      [['repo_url', 'url_format']],
    ],
    ['port 0', { ...artifact, repo_url: 'oci://ghcr.io:0/x' }, [['repo_url', 'url_format']]],
    [
      'this machine',
      { ...artifact, repo_url: 'oci://localhost:5000/x' },
      [['repo_url', 'url_host']],
    ],
    ['a pattern', { ...artifact, repo_url: 'oci://ghcr.io/*' }, [['repo_url', 'url_glob']]],
    [
      'a registry alone, of an artifact',
      { ...artifact, repo_url: 'oci://ghcr.io' },
      [['repo_url', 'url_format']],
    ],
    [
      'capitals in a registry',
      { ...artifact, repo_url: 'oci://ghcr.io/X' },
      [['repo_url', 'url_format']],
    ],
    [
      'a port behind numbers, of a chart',
      { ...chart, repo_url: 'oci://10.0.0.5:5000/x' },
      [['repo_url', 'url_format']],
    ],
    [
      'a version that is none',
      withSource(chart, { version: 'latest' }),
      [['source.version', 'version_format']],
    ],
    [
      'a tag that is none',
      withSource(artifact, { version: '../x' }),
      [['source.version', 'version_format']],
    ],
    [
      'a digest that is too short',
      { ...artifact, source: { type: 'oci', digest: DIGEST.slice(0, -1), render: 'directory' } },
      [['source.digest', 'digest_format']],
    ],
    ['a chart elsewhere', withSource(chart, { chart: '../x' }), [['source.chart', 'chart_format']]],
    [
      'a release in capitals',
      withSource(chart, { release_name: 'Web' }),
      [['source.release_name', 'release_name_format']],
    ],
    [
      'a long release',
      withSource(chart, { release_name: 'a'.repeat(54) }),
      [['source.release_name', 'release_name_format']],
    ],
    [
      'null among its values',
      withSource(chart, { values: { a: null } }),
      [['source.values.a', 'values_invalid']],
    ],
    [
      'values that are none',
      withSource(chart, { values: [] }),
      [['source.values', 'values_invalid']],
    ],
    ...['', 'app', '/a~2', '/~', `/${'a'.repeat(500)}`, '/a'.repeat(11), '/a/__proto__'].map(
      (pointer): Refused => [
        `told under ${JSON.stringify(pointer)}`,
        withSource(chart, { config_under: pointer }),
        [['source.config_under', 'pointer_format']],
      ],
    ),
    ...[{ app: 'x' }, { app: [] }, { app: { config: 1 } }].map((values): Refused => [
      `told where its values have ${JSON.stringify(values)}`,
      withSource(chart, { values, config_under: '/app/config' }),
      [['source.config_under', 'config_under_taken']],
    ]),
    [
      'told where nothing is rendered',
      { ...inGit, source: { type: 'git', render: 'kustomize', config_under: '/app' } },
      [['source.config_under', 'source_field_not_allowed']],
    ],
    [
      'a secret',
      withSource(chart, { values: { password: 'x' } }),
      [['source.values.password', 'looks_like_secret']],
    ],
  ])('may not be %s', (_, json, issues) => {
    expect(issuesOf(JSON.parse(JSON.stringify(json)))).toEqual(issues)
  })

  it.each([
    ['1.2.3', true],
    ['v1.2.3', true],
    ['1.2.3-rc.1+b5', true],
    ['1.2.x', true],
    ['*', true],
    ['^1.2', true],
    ['~> 1', true],
    ['>=0', true],
    ['>=1.2, <2 || 3.0.0', true],
    ['1.2 - 1.4', true],
    ['1.0', false],
    ['1', false],
    ['01.2.3', false],
    ['1.2.3 ', false],
    ['', false],
    ['>=', false],
    ['main', false],
    ['1.2.3.4', false],
  ])('of a chart has the version %j: %s', (version, isFine) => {
    expect(issuesOf(withSource(chart, { version }))).toEqual(
      isFine ? [] : [['source.version', 'version_format']],
    )
  })

  it.each<[string, Json, boolean]>([
    ['a commit', { ...inGit, repo_branch: 'a'.repeat(40) }, true],
    ['a branch', inGit, false],
    ['a tag of Git', { ...inGit, repo_branch: '1.2.3' }, false],
    ['a version of a chart', chart, true],
    ['a range of versions', withSource(chart, { version: '1.x' }), false],
    ['a tag', artifact, false],
    [
      'a digest',
      { ...artifact, source: { type: 'oci', digest: DIGEST, render: 'directory' } },
      true,
    ],
  ])('means the same for good where it names %s: %s', (_, json, fixed) => {
    expect(isFixed(application(json))).toBe(fixed)
  })
})

describe('an application that is replaced', () => {
  const helmInGit = { ...inGit, source: { type: 'git', render: 'helm', values: { a: 1 } } }

  it.each<[string, Json, unknown, unknown]>([
    ['keeps its source in Git', helmInGit, inGit, { ok: true, value: helmInGit }],
    ['has the source that is sent', helmInGit, chart, { ok: true, value: chart }],
    ['has none as it had none', inGit, inGit, { ok: true, value: inGit }],
    ['is left to the next check if it is none', helmInGit, null, { ok: true, value: null }],
  ])('%s', (_, current, sent, kept) => {
    expect(withKeptSource(sent, application(current))).toEqual(kept)
  })

  it.each([
    ['a chart', chart],
    ['an artifact', artifact],
  ])('has to say what becomes of %s', (_, current) => {
    expect(withKeptSource(inGit, application(current))).toMatchObject({
      issues: [{ path: ['source'], code: 'source_needed' }],
    })
  })
})

describe('two sources', () => {
  const packaging: Packaging = {
    type: 'helm',
    chart: 'x',
    render: 'helm',
    releaseName: null,
    configUnder: null,
    values: { a: 1, b: { c: 1, d: 2 } },
  }

  it('are the same whatever the order of their keys', () => {
    expect(isSamePackaging(packaging, { ...packaging, values: { b: { d: 2, c: 1 }, a: 1 } })).toBe(
      true,
    )
    expect(isSamePackaging(packaging, { ...packaging, values: { a: 1, b: { c: 1, d: 3 } } })).toBe(
      false,
    )
    expect(isSamePackaging(packaging, null)).toBe(false)
    expect(isSamePackaging(null, null)).toBe(true)
  })

  it('differ in what the JSON of their applications differs in', () => {
    const was = application(chart)
    const is = application({
      ...artifact,
      source: { type: 'oci', digest: DIGEST, render: 'helm', values: { a: 1 } },
    })
    expect(sourceDifferences(was, was)).toEqual([])
    expect(
      sourceDifferences(was, anApplication({ ...was, packaging: { ...packaging, chart: 'app1' } })),
    ).toEqual([{ field: 'source.values', from: null, to: '{"a":1,"b":{"c":1,"d":2}}' }])
    expect(
      sourceDifferences(was, is)
        .map(({ field }) => field)
        .toSorted(),
    ).toEqual([
      'repo_path',
      'repo_url',
      'source.chart',
      'source.digest',
      'source.render',
      'source.type',
      'source.values',
      'source.version',
    ])
  })
})
