import { expect, it } from 'vitest'
import type { Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'
import { foreignFiles, isLosable } from './declared-files.ts'
import { listing } from './testing/listing/reconciler.ts'

/** It always writes one of the names that Argo CD always has, and another one only sometimes. */
const own: Reconciler = {
  ...listing,
  files: { ...listing.files, base: { always: ['root.yaml'], optional: ['network.yaml'] } },
}

it('foreign to a reconciler are the names that only others declare', () => {
  expect(foreignFiles('base', own)).toEqual(['project.yaml', 'default-project.yaml'])
})

it.each([
  { file: 'project.yaml', whose: 'another one’s', isEdited: false, loses: true },
  { file: 'project.yaml', whose: 'another one’s', isEdited: true, loses: true },
  { file: 'root.yaml', whose: 'always its own', isEdited: true, loses: false },
  { file: 'network.yaml', whose: 'sometimes its own', isEdited: true, loses: true },
  { file: 'network.yaml', whose: 'sometimes its own', isEdited: false, loses: false },
  { file: 'notes.yaml', whose: 'nobody’s', isEdited: true, loses: false },
])('a folder may lose $file, $whose, edited or not ($isEdited): $loses', (row) => {
  const { file, isEdited, loses } = row
  expect(isLosable('base', file, { own, isEdited })).toBe(loses)
})
