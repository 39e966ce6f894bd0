// What people do by hand on a cluster so that it follows Git, and to undo that.

export type ManualSteps = {
  /** The Kubernetes namespace of the reconciler on the cluster. */
  readonly namespace: string
  /** What a cluster must have, a phrase each. */
  readonly needs: readonly string[]
  /** The shell command that gives the reconciler its credential for the repository, with `USER` and `TOKEN` to fill in. */
  readonly credentialCommand: string
  /** What is needed from the bootstrap on, in order. */
  readonly stages: readonly Stage[]
  /** What nobody needs, for those who want more. */
  readonly extras: readonly ManualStep[]
  /** What is done on a site without a network so that its cluster reports by files; empty: it can't. */
  readonly carry: readonly ManualStep[]
  /** What undoes all of that, in order. */
  readonly undo: readonly ManualStep[]
  /** What a part of that is good for, in sentences; null: nothing. */
  readonly undoInPart: string | null
}

/** A command with the cluster's own token in place of `TOKEN`; with it, any user name is right. */
export function withToken(command: string, token: string): string {
  return command.replaceAll(/\bTOKEN\b/g, token).replaceAll(/\bUSER\b/g, 'berth')
}

/** Whether a command is for the cluster's own token. */
export function needsToken(command: string): boolean {
  return /\bTOKEN\b/.test(command)
}

/** Steps that are taken for one purpose. */
export type Stage = {
  /** The purpose, as a verb and what it does. */
  readonly title: string
  /** Why this cluster needs it, as a phrase. */
  readonly why: string
  readonly steps: readonly ManualStep[]
}

export type ManualStep = {
  readonly title: string
  /** What it is for. */
  readonly why: string
  /** One command for a shell, perhaps on several lines. */
  readonly command: string
  /** What goes into files or objects of the cluster's own people. */
  readonly texts?: readonly StepText[]
  /** What to look at afterwards, and what it must say. */
  readonly check: { readonly command: string; readonly expected: string }
  /** What to know before; null: nothing. */
  readonly warning: string | null
}

export type StepText = {
  /** Where it goes, as a sentence. */
  readonly title: string
  readonly text: string
  /** The name of the file that the command reads it from, in the folder where it runs; absent: no command knows where. */
  readonly file?: string
}
