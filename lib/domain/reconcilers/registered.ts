import { argocd } from '#lib/domain/reconcilers/argocd/reconciler.ts'
import type { Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'

/** The reconcilers that there are. A cluster has the one that its type names. */
export const RECONCILERS: readonly Reconciler[] = [argocd]
