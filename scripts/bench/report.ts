// What is printed: a line for each figure as soon as it is known, and a table of all of them at the end.

type Figure = {
  readonly what: string
  readonly reach: string
  readonly figure: string
  /** What it is compared with, measured in the same run. */
  readonly reference: string
  readonly ratio: string
  readonly isReached: boolean
}

export type Report = {
  readonly figure: (figure: Figure) => void
  /** Explains the last figure. */
  readonly note: (text: string) => void
  readonly table: () => string
}

const WHAT_WIDTH = 66

export function createReport(print: (line: string) => void): Report {
  const figures: Figure[] = []
  return {
    figure: (figure) => {
      figures.push(figure)
      const { what, reach, reference, ratio, isReached } = figure
      print(
        `${what.padEnd(WHAT_WIDTH)} ${figure.figure.padStart(10)}   ${ratio.padStart(7)} of ${reference}; ${reach}: ${isReached ? 'yes' : 'NO'}`,
      )
    },
    note: (text) => print(`    ${text}`),
    table: () =>
      [
        '| what | reach | figure | reference | ratio | reached |',
        '| --- | --- | ---: | --- | ---: | --- |',
        ...figures.map(
          ({ what, reach, figure, reference, ratio, isReached }) =>
            `| ${what} | ${reach} | ${figure} | ${reference} | ${ratio} | ${isReached ? 'yes' : '**no**'} |`,
        ),
      ].join('\n'),
  }
}

/** Below 100 with one decimal. */
export function milliseconds(ms: number): string {
  return `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`
}

export function ratioOf(value: number, reference: number): string {
  const ratio = value / reference
  return `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1)} x`
}

export function count(value: number): string {
  return value.toLocaleString('en-US')
}
