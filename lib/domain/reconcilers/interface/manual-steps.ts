// What people do by hand on a cluster so that it follows Git, and to undo that.

export type ManualSteps = {
  /** The Kubernetes namespace of the reconciler on the cluster. */
  readonly namespace: string
  /** What a cluster must have, a phrase each. */
  readonly needs: readonly string[]
  /** The shell command that gives the reconciler its credential for the repository, with `USER` and `TOKEN` to fill in. */
  readonly credentialCommand: string
  /** From the bootstrap on, in order. */
  readonly steps: readonly ManualStep[]
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

export type ManualStep = {
  readonly title: string
  /** What it is for. */
  readonly why: string
  /** One command for a shell, perhaps on several lines. */
  readonly command: string
  /** What goes into files or objects of the cluster's own people, which no command can know. */
  readonly texts?: readonly { readonly title: string; readonly text: string }[]
  /** What to look at afterwards, and what it must say. */
  readonly check: { readonly command: string; readonly expected: string }
  /** What to know before; null: nothing. */
  readonly warning: string | null
}
