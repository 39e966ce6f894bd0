// The verbs of each kind of object.
import { byKind, type Kind } from '#lib/domain/objects/kinds.ts'
import { getUseCase, listUseCase } from './read.ts'
import { createUseCase, deleteUseCase, patchUseCase, replaceUseCase } from './write.ts'

export type ObjectUseCases = ReturnType<typeof useCasesOf>

function useCasesOf(kind: Kind) {
  return {
    list: listUseCase(kind),
    get: getUseCase(kind),
    create: createUseCase(kind),
    replace: replaceUseCase(kind),
    patch: patchUseCase(kind),
    delete: deleteUseCase(kind),
  }
}

export const objectUseCases = byKind(useCasesOf)

export const { team: teams, application: applications } = objectUseCases
