// Who somebody is, as their identity provider says: what identifies them for good, and what they were given there.

/** A person or program of Microsoft Entra ID: GUIDs in lower case. */
export type EntraSubject = {
  readonly provider: 'entra'
  readonly tenant: string
  readonly object: string
}

/** An identity that a provider gives to nobody else, ever. No e-mail address: those are reassigned, and can be claimed. */
export type Subject =
  | EntraSubject
  | { readonly provider: 'oidc'; readonly issuer: string; readonly subject: string }

/** The groups that a token names. `overage`: they don't fit into the token, and the provider must be asked. */
export type ClaimedGroups =
  | { readonly kind: 'known'; readonly ids: readonly string[] }
  | { readonly kind: 'overage' }

export type Identity = {
  readonly subject: Subject
  /** For people to read; grants nothing. */
  readonly name: string | null
  /** For people to read; grants nothing. */
  readonly email: string | null
  readonly groups: ClaimedGroups
  /** App roles of Microsoft Entra ID. */
  readonly roles: readonly string[]
}

/** One text for each subject. Issuers contain no `#`, so two subjects never share one. */
export function subjectId(subject: Subject): string {
  return subject.provider === 'entra'
    ? `entra:${subject.tenant}:${subject.object}`
    : `oidc:${subject.issuer}#${subject.subject}`
}
