import { expect, it } from 'vitest'
import type { FirstRun } from '#lib/usecases/overview/first-run.ts'
import { stepsOf } from './steps.ts'

const at = new Date('2026-03-01T12:00:00Z')

const teamStep = (proofs: FirstRun['proofs']) =>
  stepsOf({ proofs, repository: { source: 'embedded', pullUrl: '' } }).find(
    ({ title }) => title === 'Create a team',
  )

it('a team that no group acts for is led to, instead of to one more team', () => {
  expect(teamStep({})).toMatchObject({ href: '/teams/new', proof: null })
  const begun = { 'team-without-groups': { name: 'ieb', at } }
  expect(teamStep(begun)).toMatchObject({
    href: '/teams/ieb/edit',
    link: 'Give ieb a group',
    proof: null,
  })
  expect(teamStep({ team: { name: 'ieb', at } })?.proof).not.toBeNull()
})
