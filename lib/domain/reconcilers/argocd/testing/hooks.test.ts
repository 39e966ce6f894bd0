import { describe, expect, it } from 'vitest'
import { isMadeAtDeletion, isMadeAtSync } from './hooks.ts'

const HOOK = 'argocd.argoproj.io/hook'
const HELM = 'helm.sh/hook'

describe('an object of a source', () => {
  it.each<[Record<string, string>, boolean, boolean]>([
    // annotations | atSync | atDeletion
    [{}, true, false],
    [{ [HOOK]: 'PreSync' }, true, false],
    [{ [HOOK]: 'Sync' }, true, false],
    [{ [HOOK]: 'PostSync' }, true, false],
    [{ [HOOK]: 'SyncFail' }, true, false],
    [{ [HOOK]: 'Skip' }, false, false],
    [{ [HOOK]: 'PreDelete' }, false, true],
    [{ [HOOK]: 'PostDelete' }, false, true],
    [{ [HOOK]: ' Sync , PostDelete ' }, true, true],
    [{ [HOOK]: 'Skip,PostDelete' }, false, true],
    [{ [HOOK]: 'postdelete' }, false, false],
    [{ [HELM]: 'pre-install' }, true, false],
    [{ [HELM]: 'crd-install' }, true, false],
    [{ [HELM]: 'test' }, false, false],
    [{ [HELM]: 'pre-delete' }, false, true],
    [{ [HELM]: 'test,post-delete' }, false, true],
    // Argo CD's own annotation goes before Helm's at a sync, and not at a deletion.
    [{ [HOOK]: 'Skip', [HELM]: 'pre-install' }, false, false],
    [{ [HOOK]: 'Sync', [HELM]: 'post-delete' }, true, true],
  ])('with %j is made by a sync: %s, by a deletion: %s', (annotations, atSync, atDeletion) => {
    expect(isMadeAtSync(annotations)).toBe(atSync)
    expect(isMadeAtDeletion(annotations)).toBe(atDeletion)
  })
})
