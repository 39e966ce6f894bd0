// The verbs of each kind of object.
import { applicationNoun, clusterNoun, type Noun, targetPolicyNoun, teamNoun } from './noun.ts'
import { getUseCase, listUseCase } from './read.ts'
import { createUseCase, deleteUseCase, patchUseCase, replaceUseCase } from './write.ts'

export type ObjectUseCases = ReturnType<typeof objectUseCases>

function objectUseCases(noun: Noun) {
  return {
    list: listUseCase(noun),
    get: getUseCase(noun),
    create: createUseCase(noun),
    replace: replaceUseCase(noun),
    patch: patchUseCase(noun),
    delete: deleteUseCase(noun),
  }
}

export const teams = objectUseCases(teamNoun)
export const clusters = objectUseCases(clusterNoun)
export const applications = objectUseCases(applicationNoun)
export const targetPolicies = objectUseCases(targetPolicyNoun)
