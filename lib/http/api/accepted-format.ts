import { type FormatName, ROW_FORMATS } from '#lib/lists/row-formats.ts'

/** The format that the `Accept` header of a request wants most; `usual`: where it takes any, says nothing, or wants two alike. */
export function acceptedFormat({ headers }: Request, usual: FormatName): FormatName {
  const accept = headers.get('accept') ?? ''
  const others = (['json', 'csv', 'yaml'] as const).filter((name) => name !== usual)
  const wanted = (name: FormatName) => quality(accept, ROW_FORMATS[name].contentType)
  const [best = usual] = others.toSorted((a, b) => wanted(b) - wanted(a))
  return wanted(best) > Math.max(wanted(usual), quality(accept, '*/*')) ? best : usual
}

/** The `q` value that an `Accept` header gives to a type; 0: it doesn't name it. */
function quality(accept: string, wanted: string): number {
  const qualities = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (type !== wanted) return 0
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    return q === undefined ? 1 : Number(q.slice(2)) || 0
  })
  return Math.max(...qualities)
}
