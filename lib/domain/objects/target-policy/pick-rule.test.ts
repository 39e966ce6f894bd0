import { expect, it } from 'vitest'
import { targetPolicyCodec } from './target-policy.ts'
import { targetPolicyIssues } from './target-policy-issues.ts'

const plain = { name: 'p', app_selector: '*', cluster_selector: '*' }

function read(sent: object) {
  const policy = targetPolicyCodec.decode(targetPolicyCodec.input.parse({ ...plain, ...sent }))
  return policy.ok ? { policy: policy.value, issues: targetPolicyIssues(policy.value) } : policy
}

const codesOf = (sent: object) => read(sent).issues?.map(({ path, code }) => [path.join('/'), code])

it.each([
  { count: 3 },
  { count: '20%', spread_by: 'region' },
  { count: 1, prefer: [{ label: 'tier', values: ['gold', ''] }, { score: 'free-gpu' }] },
])('is answered as it was sent: %j', (pick) => {
  const found = read({ pick })
  expect(found.issues).toEqual([])
  expect('policy' in found && targetPolicyCodec.encode(found.policy).pick).toEqual(pick)
})

it('is not answered where there is none, so that policies stay as they were', () => {
  const found = read({})
  const answered = 'policy' in found ? targetPolicyCodec.encode(found.policy) : {}
  expect(answered).not.toHaveProperty('pick')
  expect(answered).not.toHaveProperty('scheduler')
})

it.each([0, -1, 1.5, 1_000_001, '0%', '101%', '5.5%', 'many', ''])('picks no %j', (count) => {
  expect(codesOf({ pick: { count } })).toEqual([['pick/count', 'bad_pick']])
})

it.each([
  [{ spread_by: 'a b' }, 'pick/spread_by', 'label_key'],
  [{ prefer: [{ label: '-', values: ['x'] }] }, 'pick/prefer/0/label', 'label_key'],
  [{ prefer: [{ label: 'tier', values: ['a b'] }] }, 'pick/prefer/0/values/0', 'label_value'],
  [{ prefer: [{ label: 'tier', values: [] }] }, 'pick/prefer/0/values', 'required'],
  [{ prefer: [{ score: 'Free' }] }, 'pick/prefer/0/score', 'name_format'],
  [{ prefer: Array.from({ length: 11 }, () => ({ score: 'x' })) }, 'pick/prefer', 'too_many'],
  [{ prefer: [{ label: 'x', values: Array(51).fill('x') }] }, 'pick/prefer/0/values', 'too_many'],
])('is refused with %j', (given, path, code) => {
  expect(codesOf({ pick: { count: 3, ...given } })).toEqual([[path, code]])
})

it('takes no preference by a label and a score at once, and no unknown word', () => {
  const prefer = [{ label: 'tier', values: ['x'], score: 'y' }]
  expect(targetPolicyCodec.input.safeParse({ ...plain, pick: { count: 1, prefer } }).success).toBe(
    false,
  )
  expect(
    targetPolicyCodec.input.safeParse({ ...plain, pick: { count: 1, spreadBy: 'x' } }).success,
  ).toBe(false)
})

it.each([
  [{ pick: { count: 3 }, scheduler: 'packer' }, 'scheduler', 'pick_with_scheduler'],
  [{ pick: { count: 3 }, effect: 'exclude' }, 'pick', 'pick_with_exclude'],
  [{ scheduler: 'packer', effect: 'exclude' }, 'scheduler', 'scheduler_with_exclude'],
  [{ scheduler: 'Packer' }, 'scheduler', 'name_format'],
])('of a policy is refused with %j', (sent, path, code) => {
  expect(codesOf(sent)).toEqual([[path, code]])
})
