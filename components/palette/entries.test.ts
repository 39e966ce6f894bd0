import { Circle } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import { type EntryGroup, matching } from './entries.ts'

const group = (heading: string, ...labels: string[]): EntryGroup => ({
  heading,
  entries: labels.map((label) => ({ key: label, label, icon: Circle, open: () => undefined })),
})

const labelsOf = (groups: readonly EntryGroup[]) =>
  groups.map(({ heading, entries }) => [heading, ...entries.map(({ label }) => label)])

const GROUPS = [
  group('Pages', 'Application kinds', 'Clusters', 'Applications'),
  group('Actions', 'New cluster', 'New application'),
]

describe('what matches a text', () => {
  test.each([
    [
      '',
      [
        ['Pages', 'Application kinds', 'Clusters', 'Applications'],
        ['Actions', 'New cluster', 'New application'],
      ],
    ],
    [
      'CLUS',
      [
        ['Pages', 'Clusters'],
        ['Actions', 'New cluster'],
      ],
    ],
    ['cluster new', [['Actions', 'New cluster']]],
    ['applications', [['Pages', 'Applications']]],
    ['nothing of the kind', []],
  ])('%j finds each entry that has all its words', (text, found) => {
    expect(labelsOf(matching(GROUPS, text))).toEqual(found)
  })

  test('what begins with the text comes before what has it elsewhere', () => {
    expect(labelsOf(matching([group('Pages', 'Alert rules', 'Rules')], 'rules'))).toEqual([
      ['Pages', 'Rules', 'Alert rules'],
    ])
  })
})
