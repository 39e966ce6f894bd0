// Grave effects of edits that the impact's numbers don't show, by kind.
import type { Gravity } from '#components/impact/confirm-dialog.tsx'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { FormSpec } from './form-spec.ts'

export const gravities: Readonly<Partial<Record<Kind, FormSpec['gravityOf']>>> = {
  cluster: (base, { name, confinement }) =>
    confinement === 'project' && base['confinement'] !== 'project' ? unprotected(name) : null,
}

function unprotected(cluster: string): Gravity {
  return {
    text: `It takes away what keeps teams apart on ${cluster}: any of them can then become its administrator.`,
    asked: { id: 'confirm-isolation', label: `Type ${cluster} to go on`, text: cluster },
  }
}
