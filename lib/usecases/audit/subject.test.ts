// How the audit names what a refused edit was about, from what is known before its input is read.
import { describe, expect, it } from 'vitest'
import { KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { useCasesByName } from '#lib/http/testing/use-cases.ts'
import { type AttemptedEdit, attemptedName } from './subject.ts'

const doors = await useCasesByName()

const named = { name: 'x' }
const inTeam = { namespace: 'ieb', name: 'x' }
const id = { id: '7' }
const grant = { source: 'group', value: 'g', role: 'reader' }

type Row = readonly [
  useCase: string,
  address: AttemptedEdit['ref'],
  sent: unknown,
  about: string | null,
]

const rolling = { namespace: 'ieb', application: 'app1', environment: 'prod', version: 1 }

/** A team’s own objects are named after it. */
const ofKinds = KINDS.flatMap((kind): Row[] => {
  const { collection, owner } = kinds[kind]
  const [ref, about] = owner === 'team' ? [inTeam, `${kind}/ieb/x`] : [named, `${kind}/x`]
  return [
    [`${collection}.create`, {}, { ...inTeam, metadata: { token: 'secret' } }, about],
    [`${collection}.replace`, ref, { name: 'another' }, about],
    [`${collection}.patch`, ref, null, about],
    [`${collection}.delete`, ref, undefined, about],
  ]
})

const table: readonly Row[] = [
  ...ofKinds,
  ['applications.create', {}, { ...inTeam, repo_url: 'secret' }, 'application/ieb/x'],
  ['applications.rollback', inTeam, { to: { change: 1 } }, 'application/ieb/x'],
  ['versions.announce', inTeam, { commit: 'secret' }, 'version/ieb/x'],
  ['rollouts.start', {}, rolling, 'rollout/ieb/app1/prod'],
  ['pull-request.reopen', { branch: 'a/b' }, undefined, 'pull-request/a/b'],
  ['rollouts.pause', id, undefined, 'rollout/7'],
  ['rollouts.resume', id, undefined, 'rollout/7'],
  ['rollouts.abort', id, undefined, 'rollout/7'],
  ['rollouts.rollback', id, undefined, 'rollout/7'],
  ['rollouts.approve', id, { wave: 1, reason: 'secret' }, 'rollout/7'],
  ['rollouts.override', id, { wave: 1, reason: 'secret' }, 'rollout/7'],
  ['rollouts.check', { ...id, name: 'e2e' }, { wave: 1, detail: 'secret' }, 'rollout/7/e2e'],
  ['clusters.clear-branch', named, { branch: 'main' }, 'cluster/x'],
  ['clusters.register', {}, { ...named, metadata: {} }, 'cluster/x'],
  ['registration-tokens.make-secret', named, undefined, 'registration-token/x'],
  ['saved-reports.run', named, undefined, 'saved-report/x'],
  ['subscriptions.test', named, undefined, 'subscription/x'],
  ['subscriptions.redeliver', { ...named, id: '7' }, undefined, 'subscription/x/7'],
  ['report-keys.replace', named, { keys: [] }, 'report-key/x'],
  ['decisions.replace', named, { decisions: [] }, 'decision/x'],
  ['target-policies.create', {}, inTeam, 'target-policy/x'],
  ['target-policies.replace', named, 'text', 'target-policy/x'],
  ['clusters.patch', named, [], 'cluster/x'],
  ['teams.create', {}, { name: 7 }, null],
  ['teams.replace', { name: '' }, named, 'team/x'],
  ['teams.delete', {}, undefined, null],
  ['objects.apply', {}, [named], null],
  ['objects.edit', {}, named, null],
  ['changes.revert', { id: '7' }, undefined, null],
  ['team-requests.create', {}, { ...named, purpose: 'secret' }, 'team-request/x'],
  ['team-requests.ask', named, { purpose: 'secret' }, 'team-request/x'],
  ['team-requests.withdraw', id, undefined, 'team-request/7'],
  ['team-requests.approve', id, { team: named }, 'team-request/7'],
  ['team-requests.decline', id, { reason: 'secret' }, 'team-request/7'],
  ['tokens.create', {}, { ...named, role: 'admin' }, 'token/x'],
  ['tokens.revoke', id, undefined, 'token/7'],
  ['hooks.create', {}, { ...inTeam, host: 'github' }, 'hook/ieb/x'],
  ['hooks.receive', id, { ref: 'secret' }, 'hook/7'],
  ['hooks.delete', id, undefined, 'hook/7'],
  ['saved-views.create', {}, { list: 'clusters', name: 'east' }, 'saved-view/clusters/east'],
  ['saved-views.patch', id, { name: 'west' }, 'saved-view/7'],
  ['saved-views.delete', id, undefined, 'saved-view/7'],
  ['role-grants.create', {}, grant, 'role-grant/reader/group/g'],
  ['role-grants.delete', id, undefined, 'role-grant/7'],
  ['application-kinds.replace', {}, named, null],
  ['observed-settings.replace', {}, named, null],
  ['outgoing-hosts.replace', {}, named, null],
  ['repository-settings.replace', {}, { ...named, token: 'secret' }, null],
  ['repository-settings.clear', {}, undefined, null],
  ['repository-settings.try', {}, { token: 'secret' }, null],
  ['git-state.keep-database', {}, undefined, null],
  ['upgrade.confirm', {}, undefined, null],
  ['overview.first-run', {}, undefined, null],
]

describe('a refused edit', () => {
  it('is one of these', () => {
    const edits = [...doors.values()].filter(
      ({ permission, oneIn }) => permission === 'write' && oneIn === null,
    )
    const told = new Set(table.map(([name]) => name))
    expect(edits.map(({ name }) => name).sort()).toEqual([...told].sort())
  })

  it.each(table)('by %s, of %j with %j, was about %s', (name, ref, sent, about) => {
    expect(attemptedName({ useCase: doors.get(name)!, ref, sent })).toBe(about)
  })

  it('has a name of bounded length', () => {
    const useCase = doors.get('teams.create')!
    const sent = { name: 'x'.repeat(1000) }
    expect(attemptedName({ useCase, ref: {}, sent })).toHaveLength(512)
  })
})
