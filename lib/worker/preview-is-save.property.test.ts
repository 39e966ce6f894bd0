import { applyPatch } from 'diff'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import { createTestPublisher, filesOn, type TestPublisher } from './testing/publisher.ts'

const EDITS = Number(process.env['BERTH_TRIALS'] ?? 40)
/** Files of every branch from its first commit on, which no edit touches. */
const FIXED = ['README.md', '.berth/owned']

type Request = { readonly method: string; readonly path: string; readonly body?: unknown }

const name = fc.constantFrom('a', 'b', 'c')
const region = fc.constantFrom('east', 'west')
const environment = fc.constantFrom('prod', 'stage')

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
      .tuple(name, fc.constantFrom('main', 'v2'), fc.constantFrom('true', 'false'))
      .map(([each, branch, common]) =>
        write(
          '/applications/ieb',
          each,
          application(each, { repo_branch: branch, metadata: { common } }),
        ),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(name, region, fc.constantFrom('include', 'exclude'), fc.boolean())
      .map(([each, where, effect, suspended]) =>
        write('/target-policies', each, { ...policy(each, { region: where }), effect, suspended }),
      ),
  },
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
      .tuple(fc.constantFrom('/clusters', '/applications/ieb', '/target-policies'), name)
      .map(([path, each]) => ({ method: 'DELETE', path: `${path}/${each}` })),
  },
)

function write(path: string, each: string, body: unknown): Request {
  return { method: 'PUT', path: `${path}/${each}`, body }
}

describe('what a dry run says', () => {
  let publisher: TestPublisher
  beforeAll(async () => {
    publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
    await save(publisher, 'POST', '/teams', team())
  })
  afterAll(() => publisher.close())

  /** An edit of an object that doesn't exist creates it instead. */
  async function requestFor(request: Request): Promise<Request | null> {
    if (request.method === 'POST') return (await isLeft(request)) ? request : null
    const { status } = await publisher.call(request.path)
    if (status === 200) return request
    const isWhole = JSON.stringify(request.body ?? {}).includes('"name"')
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

  async function placements(): Promise<string[]> {
    const { json } = await publisher.call('/placements?limit=1000')
    return json.items.map(
      (item: { namespace: string; application: string; cluster: string }) =>
        `${item.namespace}/${item.application} ${item.cluster}`,
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

  async function previewAndSave(request: Request) {
    const headers = { 'If-Match': '*' }
    const before = { placements: await placements(), files: await branchFiles() }
    const separator = request.path.includes('?') ? '&' : '?'
    const { json: preview } = await publisher.call(
      `${request.path}${separator}dryRun=true&include=diff&limit=1000`,
      { ...request, headers },
    )
    expect(await placements()).toEqual(before.placements)
    const confirmed = new URLSearchParams()
    for (const name of ['confirmRemovals', 'confirmChanges']) {
      if (typeof preview[name] === 'number') confirmed.set(name, String(preview[name]))
    }
    const saved = await publisher.call(`${request.path}${separator}${confirmed}`, {
      ...request,
      headers: { ...headers, 'Berth-Impact': preview.digest },
    })
    expect({
      status: Math.floor(saved.status / 100),
      json: saved.status < 300 ? null : saved.json,
    }).toEqual({ status: 2, json: null })
    for (const branch of ['fleet/prod', 'fleet/stage', 'fleet/prod'])
      await publisher.publish(branch)
    return {
      before,
      preview,
      after: { placements: await placements(), files: await branchFiles() },
    }
  }

  it('is what is then in the database and in Git, pair by pair and byte by byte', async () => {
    await fc.assert(
      fc.asyncProperty(edit, async (wanted) => {
        const request = await requestFor(wanted)
        if (request === null) return
        const { before, preview, after } = await previewAndSave(request)
        const pairs = (effect: string) =>
          preview.items
            .filter((item: { effect: string }) => item.effect === effect)
            .map(
              (item: { namespace: string; application: string; cluster: string }) =>
                `${item.namespace}/${item.application} ${item.cluster}`,
            )
            .toSorted()
        expect(pairs('removed')).toEqual(without(before.placements, after.placements))
        expect(pairs('added')).toEqual(without(after.placements, before.placements))

        const touched = new Set(
          [...before.files.keys(), ...after.files.keys()].filter(
            (file) => before.files.get(file) !== after.files.get(file),
          ),
        )
        const said = new Map<string, { effect: string; patch: string }>(
          preview.diff.map(
            (file: { branch: string; path: string; effect: string; patch: string }) => [
              `${file.branch}:${file.path}`,
              file,
            ],
          ),
        )
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
      }),
      { numRuns: EDITS },
    )
  }, 600_000)
})

function without(pairs: readonly string[], others: readonly string[]): string[] {
  return pairs.filter((pair) => !others.includes(pair)).toSorted()
}
