// What each team can do on a cluster, judged only by the generated tree: what it should be able to, and nothing else.
import { describe, expect, it } from 'vitest'
import { accessQuestions, podQuestions } from './testing/access-questions.ts'
import { accountQuestions } from './testing/account-questions.ts'
import type { Question } from './testing/confinement-fleet.ts'
import { confinedFleet, generatedDocuments, wrongAnswers } from './testing/confinement-fleet.ts'
import { defaultProjectQuestions } from './testing/default-project-questions.ts'
import { deliveryQuestions } from './testing/delivery-questions.ts'
import { objectsIn } from './testing/parse-tree.ts'
import { revocationQuestions, rootQuestions } from './testing/root-questions.ts'
import { toldQuestions } from './testing/told-questions.ts'

const { settings } = confinedFleet
const { folder, bootstrap } = generatedDocuments(confinedFleet)
const inFolder = objectsIn(folder, settings.argocdNamespace)

const questions = [
  ...deliveryQuestions(confinedFleet),
  ...accessQuestions(confinedFleet),
  ...podQuestions(confinedFleet),
  ...rootQuestions(confinedFleet),
  ...revocationQuestions(confinedFleet),
  ...defaultProjectQuestions(confinedFleet),
  ...accountQuestions(confinedFleet),
  ...toldQuestions(confinedFleet),
]

const byTopic: ReadonlyMap<string, readonly Question[]> = Map.groupBy(
  questions,
  ({ topic }) => topic,
)

describe('a cluster’s tree', () => {
  it.each([...byTopic])('gives each team what it should, and nothing else: %s', (_, questions) => {
    expect(wrongAnswers(inFolder, questions)).toEqual([])
  })

  it.each([
    'repositories',
    'destinations',
    'kinds',
    'kubectl',
    'network',
    'the project of the root',
  ])('is asked for what it should give as well as for what it should not: %s', (topic) => {
    const answers = byTopic.get(topic)?.map(({ expected }) => expected)
    expect(new Set(answers)).toEqual(new Set([true, false]))
  })

  it('is asked for no question twice', () => {
    const texts = questions.map(({ topic, text }) => `${topic}: ${text}`)
    const seen = new Set<string>()
    expect(texts.filter((text) => seen.size === seen.add(text).size)).toEqual([])
  })
})

describe('the bootstrap', () => {
  it('gives the root what the folder gives it', () => {
    const applied = objectsIn(bootstrap, settings.argocdNamespace)
    expect(wrongAnswers(applied, rootQuestions(confinedFleet))).toEqual([])
  })
})

describe('another namespace of Argo CD', () => {
  it.each(['gitops', 'openshift-gitops'])('changes no answer: %s', (argocdNamespace) => {
    const fleet = { ...confinedFleet, settings: { ...settings, argocdNamespace } }
    const objects = objectsIn(generatedDocuments(fleet).folder, argocdNamespace)
    const asked = [
      deliveryQuestions,
      accountQuestions,
      defaultProjectQuestions,
      podQuestions,
      rootQuestions,
      revocationQuestions,
      toldQuestions,
    ]
    expect(asked.flatMap((ask) => wrongAnswers(objects, ask(fleet)))).toEqual([])
  })
})
