import type { TenantScope } from '#db/queries/scope.ts'
import { readVersionNames } from '#db/queries/versions.ts'
import type { DeliveredPart } from '#lib/domain/fleet/environments.ts'

export type NamedPart = {
  readonly version: { readonly number: number; readonly name: string | null } | null
  readonly revision: string
}

type Numbered = { readonly application: number; readonly number: number }

/** The names of the versions of some parts, each told of when it is asked for. */
export async function versionNames(
  scope: TenantScope,
  asked: readonly Numbered[],
): Promise<(version: Numbered) => NamedPart['version']> {
  const known = await readVersionNames(scope, asked)
  const names = new Map(known.map((each) => [keyOf(each), each.name]))
  return (version) => ({ number: version.number, name: names.get(keyOf(version)) ?? null })
}

export function numberOf({ release }: DeliveredPart): Numbered | null {
  if (release === null || release.version === null) return null
  return { application: release.application, number: release.version }
}

export function numbersOf(parts: readonly DeliveredPart[]): Numbered[] {
  return parts.flatMap((part) => numberOf(part) ?? [])
}

function keyOf({ application, number }: Numbered): string {
  return `${application} ${number}`
}
