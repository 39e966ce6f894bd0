import { applyPatch } from 'diff'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { type Release, sourceOf } from '#lib/domain/releases/release.ts'
import { candidatesOf } from '#lib/domain/fleet/reaching.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { submitDecisions } from '#lib/http/testing/deciding.ts'
import { releaseOf, submitWave } from '#lib/http/testing/releasing.ts'
import type { DecidedEdit } from '#lib/usecases/changes/decision-edits.ts'
import type { FileDiff } from '#lib/usecases/changes/file-diffs.ts'
import type { WriteOutcome } from '#lib/usecases/changes/submit.ts'
import { PLAIN_WRITE, type WriteOptions } from '#lib/usecases/changes/write-options.ts'
import { application, cluster, policy, save, SOURCES, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

const EDITS = Number(process.env['BERTH_TRIALS'] ?? 40)
/** Files of every branch from its first commit on, which no edit touches. */
const FIXED = ['README.md', '.berth/owned']

const BRANCHES = ['fleet/prod', 'fleet/stage']

type Request = { readonly method: string; readonly path: string; readonly body?: unknown }

/** A release of an application, and whether each that it has there ends with it. Of what follows its branch it is that. */
type Wave = {
  readonly application: string
  readonly environment: string
  /** By name; null: a base or, of an application that needs others, a current set of all clusters. */
  readonly clusters: readonly string[] | null
  readonly commit: string
  readonly targets: Release['targets']
  readonly ends: readonly boolean[]
}

type Answer = { readonly chooses: readonly boolean[] }

const NAMES = ['a', 'b', 'c']
const name = fc.constantFrom(...NAMES)
const region = fc.constantFrom('east', 'west')
const environment = fc.constantFrom('prod', 'stage')
const follow = fc.constantFrom('branch', 'versions', 'versions')
const needs = fc.constantFrom([], [], ['ieb/needed'])
const directory = fc.constantFrom('manifest/early', 'manifest/late')
const targets = fc.uniqueArray(
  fc.record({ name: fc.constant('early'), environment, repo_path: directory }),
  { selector: (each) => each.environment },
)

const told = fc.constantFrom<unknown>(
  'a',
  1,
  { inner: 'x' },
  '${{ cluster.name }}',
  "${{ cluster.labels['region'] }}",
)
const config = fc
  .tuple(
    name,
    fc.option(region),
    fc.constantFrom(100, 200, 300),
    fc.dictionary(fc.constantFrom('zone', 'size', 'unread'), told, { maxKeys: 2 }),
    fc.boolean(),
  )
  .map(([each, where, priority, values, suspended]) =>
    write('/configs', each, {
      name: each,
      app_selector: '*',
      cluster_selector: where === null ? '*' : { region: where },
      priority,
      values,
      suspended,
    }),
  )
const configSchema = fc
  .tuple(
    name,
    fc.constantFrom('*', { common: 'true' }),
    fc.constantFrom<object>(
      { zone: {} },
      { zone: { default: 'none' } },
      { zone: {}, size: { default: 1 } },
      { zone: { type: 'string' } },
    ),
  )
  .map(([each, applications, properties]) =>
    write('/config-schemas', each, {
      name: each,
      app_selector: applications,
      cluster_selector: '*',
      schema: { type: 'object', properties },
    }),
  )

/** Edits of a few objects, so that they interact; some are refused, such as an edit of an object that doesn't exist. */
const edit: fc.Arbitrary<Request> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(name, region, environment).map(([each, where, env]) => ({
      ...write(`/clusters`, each, {
        ...cluster(each, where, env),
        // One cluster has its Argo CD in another namespace than the others.
        ...(each === 'c' && { argocd_namespace: 'openshift-gitops' }),
      }),
      method: 'PATCH',
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(name, fc.constantFrom('keep', 'empty')).map(([each, choice]) => ({
      method: 'PATCH',
      path: `/clusters/${each}`,
      body: { default_project: choice },
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        namespace: fc.constantFrom(null, null, 'gitops'),
        default_project: fc.constantFrom('keep', 'empty'),
      })
      .map((settings) => ({
        method: 'PATCH',
        path: '/cluster-types/default',
        body: { settings },
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        name,
        fc.record({
          repo_branch: fc.constantFrom('main', 'v2'),
          source: fc.constantFrom(...SOURCES),
          metadata: fc.record({ common: fc.constantFrom('true', 'false') }),
          follow,
          depends_on: needs,
          targets,
        }),
      )
      .map(([each, body]) => write('/applications/ieb', each, application(each, body))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        name,
        fc.oneof(fc.record({ follow }), fc.record({ depends_on: needs }), fc.record({ targets })),
      )
      .map(([each, body]) => ({ method: 'PATCH', path: `/applications/ieb/${each}`, body })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        name,
        region,
        fc.constantFrom<object>(
          { effect: 'include' },
          { effect: 'exclude' },
          { target: 'early' },
          { pick: { count: 1 } },
          { pick: { count: '50%', spread_by: 'region' } },
          { pick: { count: 1 }, target: 'early' },
          { scheduler: 'packer' },
        ),
        fc.boolean(),
      )
      .map(([each, where, kind, suspended]) =>
        write('/target-policies', each, { ...policy(each, { region: where }), ...kind, suspended }),
      ),
  },
  { weight: 3, arbitrary: config },
  { weight: 2, arbitrary: configSchema },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('open', 'closed'), fc.option(region, { nil: undefined }))
      .map(([network, boundary]) =>
        write(
          '/teams',
          'ieb',
          team('ieb', { network, ...(boundary && { cluster_boundary: `region=${boundary}` }) }),
        ),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(name, environment).map(([each, env]) => ({
      method: 'POST',
      path: `/clusters/${each}/branches/clear`,
      body: { branch: `fleet/${env}` },
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          '/clusters',
          '/applications/ieb',
          '/target-policies',
          '/configs',
          '/config-schemas',
        ),
        name,
      )
      .map(([path, each]) => ({ method: 'DELETE', path: `${path}/${each}` })),
  },
)

const wave: fc.Arbitrary<Wave> = fc.record({
  application: name,
  environment,
  clusters: fc.option(fc.subarray(NAMES, { minLength: 1 })),
  commit: fc.constantFrom('1'.repeat(40), '2'.repeat(40)),
  targets: fc.option(fc.dictionary(fc.constant('early'), directory)),
  ends: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
})

/** What a scheduler answers for each policy that has one: the nth candidate of each application is chosen if its sign says so. */
const answer: fc.Arbitrary<Answer> = fc.record({
  chooses: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
})

const act = fc.oneof(
  { weight: 6, arbitrary: edit },
  { weight: 2, arbitrary: wave },
  { weight: 1, arbitrary: answer },
)

/** What a dry run answers, through the API or not. */
type Preview = {
  /** Of the problem, if the question was refused. */
  readonly code?: string
  readonly digest: string
  readonly confirmRemovals: number | null
  readonly confirmChanges: number | null
  readonly items: readonly {
    readonly effect: string
    readonly namespace: string
    readonly application: string
    readonly cluster: string
  }[]
  readonly files: { readonly added: number; readonly removed: number; readonly modified: number }
  readonly diff: readonly FileDiff[]
}

/** A way to ask what something would do, and to do it with what that said. */
type Asked = {
  readonly preview: () => Promise<Preview>
  readonly save: (preview: Preview) => Promise<void>
}

function write(path: string, each: string, body: unknown): Request {
  return { method: 'PUT', path: `${path}/${each}`, body }
}

describe('what a dry run says', () => {
  let publisher: TestPublisher
  beforeAll(async () => {
    publisher = await createTestPublisher({
      GITOPS_BRANCH: 'fleet/{environment}',
      LOG_LEVEL: 'error',
    })
    await save(publisher, 'POST', '/teams', team())
    await save(publisher, 'POST', '/schedulers', { name: 'packer' })
    await save(publisher, 'POST', '/applications', application('needed'))
  })
  afterAll(() => publisher.close())

  /** An edit of an object that doesn't exist creates it instead. */
  async function requestFor(request: Request): Promise<Request | null> {
    if (request.method === 'POST') return (await isLeft(request)) ? request : null
    const { status } = await publisher.call(request.path)
    if (status === 200) return request
    const isWhole = Object.hasOwn(Object(request.body), 'name')
    if (!isWhole) return null
    return {
      method: 'POST',
      path: request.path.replace(/(\/ieb)?\/[^/]+$/, ''),
      body: request.body,
    }
  }

  async function isLeft({ path, body }: Request): Promise<boolean> {
    const { json } = await publisher.call(path.replace(/\/clear$/, ''))
    const items: { branch: string; state: string }[] = json?.items ?? []
    return items.some(
      ({ branch, state }) =>
        state === 'left-behind' && JSON.stringify({ branch }) === JSON.stringify(body),
    )
  }

  /** Null: there is nothing that could be asked. */
  async function askedBy(act: Request | Wave | Answer): Promise<Asked | null> {
    if ('chooses' in act) {
      return askedBySubmission((options) =>
        submitDecisions(publisher, (fleet) => decisionsOf(fleet, act), options),
      )
    }
    if ('application' in act) return askedByWave(act)
    const request = await requestFor(act)
    return request && askedByRequest(request)
  }

  function askedByRequest(request: Request): Asked {
    const headers = { 'If-Match': '*' }
    const separator = request.path.includes('?') ? '&' : '?'
    return {
      preview: async () => {
        const query = 'dryRun=true&include=diff&limit=1000'
        const path = `${request.path}${separator}${query}`
        return (await publisher.call(path, { ...request, headers })).json
      },
      save: async ({ digest, confirmRemovals, confirmChanges }) => {
        const confirmed = new URLSearchParams()
        for (const [name, number] of Object.entries({ confirmRemovals, confirmChanges })) {
          if (typeof number === 'number') confirmed.set(name, String(number))
        }
        const saved = await publisher.call(`${request.path}${separator}${confirmed}`, {
          ...request,
          headers: { ...headers, 'Berth-Impact': digest },
        })
        expect(saved.status, saved.text).toBeLessThan(300)
      },
    }
  }

  async function askedByWave(wave: Wave): Promise<Asked | null> {
    const { json } = await publisher.call(`/applications/ieb/${wave.application}`)
    const there = await publisher.call('/clusters?limit=1000')
    const names = there.json.items.map((item: { name: string }) => item.name)
    const clusters = wave.clusters?.filter((each) => names.includes(each)) ?? null
    if (json?.name === undefined || clusters?.length === 0) return null
    if (json.follow === 'branch' && json.depends_on.length === 0) return null
    return askedBySubmission((options) =>
      submitWave(publisher, (fleet) => releasesOf(fleet, { ...wave, clusters }), { options }),
    )
  }

  async function placements(): Promise<string[]> {
    const { json } = await publisher.call('/placements?limit=1000')
    return json.items.map(
      (item: { namespace: string; application: string; cluster: string }) =>
        `${item.namespace}/${item.application} ${item.cluster}`,
    )
  }

  /** By name, the branch of each cluster. */
  async function homes(): Promise<Map<string, string>> {
    const { json } = await publisher.call('/clusters?limit=1000')
    return new Map(
      json.items.map((item: { name: string; environment: string }) => [
        item.name,
        `fleet/${item.environment}`,
      ]),
    )
  }

  async function branchFiles(): Promise<Map<string, string>> {
    const branches = (
      await publisher.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')
    ).split('\n')
    const files = new Map<string, string>()
    for (const branch of branches.filter((branch) => branch !== '')) {
      for (const [path, text] of await filesOn(publisher.directory, branch)) {
        if (!FIXED.includes(path)) files.set(`${branch}:${path}`, text)
      }
    }
    return files
  }

  async function stateNow() {
    return { placements: await placements(), files: await branchFiles(), homes: await homes() }
  }
  type State = Awaited<ReturnType<typeof stateNow>>

  /** A branch may have to wait for another's move. */
  async function publishAll() {
    for (let waiting = true; waiting;) {
      waiting = false
      for (const branch of BRANCHES) {
        const { outcome } = await publisher.publish(branch)
        expect(['published', 'idle', 'waiting']).toContain(outcome)
        waiting ||= outcome !== 'idle'
      }
    }
  }

  async function previewAndSave({ preview: ask, save }: Asked) {
    const before = await stateNow()
    const preview = await ask()
    if (isRefused(preview)) return null
    expect(await placements()).toEqual(before.placements)
    await save(preview)
    await publishAll()
    return { before, preview, after: await stateNow() }
  }

  /** Where a pair has its file. */
  const fileOf = ({ homes }: State, pair: string) => {
    const [application, cluster] = pair.split(' ')
    return `${homes.get(cluster!)}:clusters/${cluster}/apps/${application}.yaml`
  }

  function expectNoneLost(before: State, after: State) {
    const stay = before.placements.filter((pair) => after.placements.includes(pair))
    const had = stay.filter((pair) => before.files.has(fileOf(before, pair)))
    expect(had.filter((pair) => !after.files.has(fileOf(after, pair)))).toEqual([])
  }

  /** What clusters have where they are, and not what they left, is what the model says. */
  async function expectWholeTrees({ files, homes }: State) {
    for (const branch of BRANCHES) {
      const isHome = (file: string) => {
        const cluster = /^clusters\/([^/]+)\//.exec(file)?.[1]
        return cluster === undefined || homes.get(cluster) === branch
      }
      const there = [...files].flatMap(([place, text]) => {
        const file = place.slice(branch.length + 1)
        return place.startsWith(`${branch}:`) && isHome(file) ? [[file, text] as const] : []
      })
      // A branch begins with its first cluster.
      if (there.length === 0) continue
      const wanted = [...(await expectedFiles(publisher, branch))]
      expect(new Map(there)).toEqual(new Map(wanted.filter(([path]) => !FIXED.includes(path))))
    }
  }

  it('is what is then in the database and in Git, pair by pair and byte by byte', async () => {
    await fc.assert(
      fc.asyncProperty(act, async (wanted) => {
        const asked = await askedBy(wanted)
        if (asked === null) return
        const done = await previewAndSave(asked)
        if (done === null) return
        const { before, preview, after } = done
        const pairs = (effect: string) =>
          preview.items
            .filter((item) => item.effect === effect)
            .map((item) => `${item.namespace}/${item.application} ${item.cluster}`)
            .toSorted()
        expect(pairs('removed')).toEqual(without(before.placements, after.placements))
        expect(pairs('added')).toEqual(without(after.placements, before.placements))

        const touched = new Set(
          [...before.files.keys(), ...after.files.keys()].filter(
            (file) => before.files.get(file) !== after.files.get(file),
          ),
        )
        const said = new Map(preview.diff.map((file) => [`${file.branch}:${file.path}`, file]))
        expect([...said.keys()].toSorted()).toEqual([...touched].toSorted())
        for (const [file, { effect, patch }] of said) {
          expect(effect).toBe(
            !before.files.has(file) ? 'added' : after.files.has(file) ? 'modified' : 'removed',
          )
          expect(applyPatch(before.files.get(file) ?? '', patch)).toBe(after.files.get(file) ?? '')
        }
        expect(preview.files.added + preview.files.removed + preview.files.modified).toBe(
          touched.size,
        )
        expectNoneLost(before, after)
        await expectWholeTrees(after)
      }),
      { numRuns: EDITS },
    )
    expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  })

  it('is in Git after any number of edits at once, none of which the removal guard stops', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 6 }), async (acts) => {
        for (const each of acts) {
          const asked = await askedBy(each)
          const preview = await asked?.preview()
          // What a cluster left is cleared only once its move is in Git.
          if (!preview || preview.code === 'branch_move_pending' || isRefused(preview)) continue
          await asked!.save(preview)
        }
        await publishAll()
        await expectWholeTrees(await stateNow())
      }),
      { numRuns: EDITS / 4 },
    )
    expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  })
})

function askedBySubmission(
  submit: (options: Partial<WriteOptions>) => Promise<WriteOutcome>,
): Asked {
  const page = { offset: 0, limit: 1000 }
  const pairs = { ...PLAIN_WRITE.pairs, ...page }
  return {
    preview: async () => {
      const answer = await submit({ dryRun: true, pairs, diffSlice: page })
      if (answer.kind !== 'impact') throw new Error('a dry run was kept')
      const { document } = answer
      return { ...document, diff: document.diff?.files ?? [] }
    },
    save: async ({ digest }) => {
      expect(await submit({ expectedImpact: digest })).toMatchObject({ kind: 'kept' })
    },
  }
}

/** A target must be in an environment that has a cluster, and Argo CD stays in its namespace while anything is placed there. */
const REFUSALS = ['unknown_environment', 'argocd_namespace_in_use']

function isRefused({ code }: Preview): boolean {
  return code !== undefined && REFUSALS.includes(code)
}

function decisionsOf(fleet: Fleet, { chooses }: Answer): DecidedEdit[] {
  return fleet.rules.flatMap((rule) => {
    if (!rule || rule.policy.scheduler === null) return []
    return idsIn(rule.applications).map((application): DecidedEdit => {
      const candidates = idsIn(candidatesOf(fleet, rule, application))
      const after = bitsOf(candidates.filter((_, nth) => chooses[nth % chooses.length]))
      return { kind: 'decision', policy: rule.id, application, after }
    })
  })
}

/** Of an application and environment there is one base at most. */
function releasesOf(
  fleet: Fleet,
  { application, environment, clusters, commit, targets, ends }: Wave,
) {
  const { id } = findObject(fleet, { kind: 'application', team: 'ieb', name: application })!
  const held = (fleet.releases[id] ?? []).filter(({ object }) => object.environment === environment)
  const isOver = (release: (typeof held)[number], nth: number) =>
    ends[nth % ends.length] === true || (clusters === null && release.object.clusters === null)
  return {
    ended: held.filter(isOver).map((release) => release.id),
    begun: [
      asKept(fleet, releaseOf(fleet, application, { environment, clusters, commit, targets })),
    ],
  }
}

/** Of an application that needs others a set, which has the branch if that is followed. */
function asKept(fleet: Fleet, release: Release): Release {
  const object = fleet.applications.slots[release.application]!
  if (object.dependsOn.length === 0) return release
  const current = release.clusters === null
  const clusters = release.clusters ?? fleet.indexes.clusters.all
  const set = { ...release, clusters, current }
  return object.follow === 'versions'
    ? set
    : { ...set, version: null, source: sourceOf(object), targets: null, rollout: null }
}

function without(pairs: readonly string[], others: readonly string[]): string[] {
  return pairs.filter((pair) => !others.includes(pair)).toSorted()
}
