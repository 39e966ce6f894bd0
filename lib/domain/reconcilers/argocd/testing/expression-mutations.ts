// The expressions of admission policies with one thing changed at a time: each operator turned, each text another.
import type { Mutation } from './manifest-mutations.ts'
import type { Documents } from './parse-tree.ts'

const TURNED: Readonly<Record<string, string>> = {
  '&&': '||',
  '||': '&&',
  '==': '!=',
  '!=': '==',
  ' in ': ' == ',
  '.all(': '.exists(',
}

/** Each policy with one of its expressions changed in one place. */
export function expressionMutations(documents: Documents): Mutation[] {
  return [...documents].flatMap(([path, list]) =>
    list.flatMap((document, index) => {
      const text = JSON.stringify(document)
      const kind = /"kind":"(\w+)"/.exec(text)?.[1] ?? ''
      if (kind !== 'ValidatingAdmissionPolicy') return []
      return changesOf(text).map(({ what, changed }) => ({
        text: `${kind} ${/"metadata":\{"name":"([^"]+)"/.exec(text)?.[1]} ${what}`,
        isMeant: true,
        documents: new Map([...documents, [path, list.with(index, JSON.parse(changed))]]),
      }))
    }),
  )
}

const EXPRESSION = /"expression":"((?:[^"\\]|\\.)*)"/g
const PLACE = /&&|\|\||==|!=| in |\.all\(|'[^']*'/g

function changesOf(text: string) {
  return [...text.matchAll(EXPRESSION)].flatMap(({ 1: expression = '', index }) => {
    const start = index + '"expression":"'.length
    return [...expression.matchAll(PLACE)].map(({ 0: word, index: at }) => {
      const other = TURNED[word] ?? `${word.slice(0, -1)}-x'`
      const [before, after] = [expression.slice(0, at), expression.slice(at + word.length)]
      return {
        what: `…${before.slice(-40)}[${word} is ${other}]${after.slice(0, 40)}…`,
        changed: `${text.slice(0, start)}${before}${other}${after}${text.slice(start + expression.length)}`,
      }
    })
  })
}
