// The same questions for random fleets, so that no answer depends on the names, groups or repositories of one fleet.
import * as fc from 'fast-check'
import { it } from 'vitest'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import type { Team } from '#lib/domain/objects/objects.ts'
import { model } from '#lib/domain/testing/arbitrary-edits.ts'
import { accessQuestions, podQuestions } from './testing/access-questions.ts'
import { accountQuestions } from './testing/account-questions.ts'
import { packaging, told } from './testing/arbitrary-told.ts'
import { configQuestions } from './testing/config-questions.ts'
import type { ConfinedFleet } from './testing/confinement-fleet.ts'
import {
  confinedFleet,
  generatedDocuments,
  installedDocuments,
  wrongAnswers,
} from './testing/confinement-fleet.ts'
import { defaultProjectQuestions } from './testing/default-project-questions.ts'
import { deliveryQuestions } from './testing/delivery-questions.ts'
import { objectsIn } from './testing/parse-tree.ts'
import { rightsQuestions } from './testing/rights-questions.ts'
import { revocationQuestions, rootQuestions } from './testing/root-questions.ts'
import { sourceQuestions } from './testing/source-questions.ts'
import { toldQuestions } from './testing/told-questions.ts'

const { settings } = confinedFleet
const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const GROUPS = [
  ...(['g1', 'g2', 'G1', 'g1@example.com', 'group:all', 'g1 g2'] as const),
  'CN=Store Admins,OU=Groups,DC=example,DC=com',
  String.raw`CN=Doe\, Jane,OU=g1`,
] as const
const REPOSITORIES = [
  'https://git.example.com/o/a.git',
  'https://git.example.com/o/a-b',
  'https://git.example.com/o/a/b.git',
  'https://Git.example.com/O/C.git',
  'git@git.example.com:o/a.git',
  'ssh://git@git.example.com:2222/o/d~e+f.git',
] as const

type Rights = Pick<Team, 'groups' | 'sourceRepos' | 'network' | 'kubectl' | 'quota'>

const rights: fc.Arbitrary<Rights> = fc.record({
  groups: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...GROUPS),
      role: fc.constantFrom('reader' as const, 'contributor' as const),
    }),
    { selector: ({ id }) => id, maxLength: 4 },
  ),
  sourceRepos: fc.uniqueArray(fc.constantFrom(...REPOSITORIES), { maxLength: 3 }),
  network: fc.constantFrom('namespace' as const, 'open' as const, 'closed' as const),
  kubectl: fc.constantFrom('view' as const, 'edit' as const),
  quota: fc.constantFrom(null, new Map(), new Map([['pods', '1']]), new Map([['limits.cpu', '1']])),
})

/** Teams and applications from the model, with rights; some applications are placed, each from a repository of its own, and told something. */
const fleet: fc.Arbitrary<ConfinedFleet> = fc
  .tuple(
    model,
    fc.array(rights, { minLength: 6, maxLength: 6 }),
    fc.array(fc.boolean()),
    fc.constantFrom('keep' as const, 'empty' as const),
    fc.constantFrom(...CONFINEMENTS),
    fc.array(fc.tuple(packaging, fc.option(told, { freq: 2 })), { minLength: 1 }),
  )
  .map(([{ objects }, eachRights, placed, defaultProject, confinement, toldEach]) => {
    const teams = [...objects.team.values()].map((team, index) => ({
      ...team,
      ...eachRights[index % eachRights.length],
    }))
    const applications = [...objects.application.values()].flatMap((application, index) => {
      const team = teams.find(({ name }) => name === application.team)
      if (team === undefined || placed[index] === false) return []
      const repoUrl = team.sourceRepos[0] ?? application.repoUrl
      const [packaging = null] = toldEach[index % toldEach.length] ?? []
      return [{ ...application, repoUrl, packaging: packaging ?? application.packaging }]
    })
    return {
      settings,
      teams,
      applications,
      defaultProject,
      confinement,
      told: (application) =>
        toldEach[applications.indexOf(application) % toldEach.length]?.[1] ?? null,
      removedGroup: 'removed',
    }
  })

it('a cluster’s tree gives each team what it should, and nothing else, whatever the fleet', () => {
  const asked = [
    deliveryQuestions,
    accessQuestions,
    accountQuestions,
    podQuestions,
    rootQuestions,
    revocationQuestions,
    defaultProjectQuestions,
    toldQuestions,
  ]
  fc.assert(
    fc.property(fleet, (fleet) => {
      const { folder, bootstrap } = generatedDocuments(fleet)
      const objects = objectsIn(folder, settings.argocdNamespace)
      const applied = objectsIn(bootstrap, settings.argocdNamespace)
      const wrong = [
        ...asked.flatMap((ask) => wrongAnswers(objects, ask(fleet))),
        ...wrongAnswers(applied, rootQuestions(fleet)),
      ]
      if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join('\n'))
    }),
    { numRuns },
  )
})

it('a cluster has made of each team’s repositories what it should, and nothing else, whatever the fleet', () => {
  fc.assert(
    fc.property(fleet, (fleet) => {
      const documents = installedDocuments(generatedDocuments(fleet))
      const objects = objectsIn(documents, settings.argocdNamespace)
      const asked = [sourceQuestions, rightsQuestions, configQuestions]
      const wrong = asked.flatMap((ask) => wrongAnswers(objects, ask(fleet)))
      if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join('\n'))
    }),
    // Fewer runs, because each asks thousands of questions.
    { numRuns: Math.ceil(numRuns / 10) },
  )
})
