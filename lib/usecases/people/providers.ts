// Which providers are responsible for a person.
import type { IdentityProvider } from '#lib/adapters/identity/identity-provider.ts'

/** The provider that may vouch for a person of a tenant; null: none does any more. */
export function providerOf(
  providers: readonly IdentityProvider[],
  tenant: { readonly name: string },
  subject: string,
): IdentityProvider | null {
  const found = providers.find(
    (provider) => provider.tenantName === tenant.name && provider.gives(subject),
  )
  return found ?? null
}
