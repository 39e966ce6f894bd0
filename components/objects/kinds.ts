import { Boxes, type LucideIcon, Server, Target, Users } from 'lucide-react'
import type { Kind } from '#lib/domain/objects/objects.ts'

export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  team: 'team',
  cluster: 'cluster',
  application: 'application',
  'target-policy': 'policy',
}

export const KIND_ICONS: Readonly<Record<Kind, LucideIcon>> = {
  team: Users,
  cluster: Server,
  application: Boxes,
  'target-policy': Target,
}
