import { Eye, Pencil, ShieldCheck } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { GrantSource } from '#lib/domain/access/access.ts'
import type { TenantRole } from '#lib/domain/access/actor.ts'

export const SOURCE_WORDS: Readonly<Record<GrantSource, string>> = {
  group: 'Group',
  role: 'App role',
}

const ROLES = {
  admin: { tone: 'accent', icon: ShieldCheck },
  contributor: { tone: 'good', icon: Pencil },
  reader: { tone: 'neutral', icon: Eye },
} as const satisfies Record<TenantRole, object>

export function TenantRoleBadge({ role }: { role: TenantRole }) {
  return <Badge {...ROLES[role]}>{role}</Badge>
}
