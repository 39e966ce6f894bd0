import { globSync } from 'node:fs'
import path from 'node:path'
import type { UseCase } from '#lib/usecases/define.ts'

type AnyUseCase = UseCase<unknown, unknown>

/** Every use case that a module of lib/usecases exports, alone, in a group or in a group of each kind, by its name. */
export async function useCasesByName(): Promise<ReadonlyMap<string, AnyUseCase>> {
  const found = new Map<string, AnyUseCase>()
  for (const file of globSync('lib/usecases/**/*.ts')) {
    if (isOfTests(file)) continue
    const exported: Readonly<Record<string, unknown>> = await import(path.resolve(file))
    for (const value of Object.values(exported)) {
      const group = membersOf(value)
      for (const each of [value, ...group, ...group.flatMap(membersOf)]) {
        if (isUseCase(each)) found.set(each.name, each)
      }
    }
  }
  return found
}

/** A program of tests would begin when it is imported. */
export function isOfTests(file: string): boolean {
  return file.endsWith('.test.ts') || file.includes('/testing/')
}

function membersOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

function isUseCase(value: unknown): value is AnyUseCase {
  return typeof value === 'object' && value !== null && 'invoke' in value && 'permission' in value
}
