/**
 * Moves numbers, which all differ, so that the one at `nth` is where it were if all were sorted, and what stands before it is
 * less: Hoare's selection, which looks at each about three times. The numbers should be in random order, as lots are.
 */
export function selectLeast(numbers: Float64Array, nth: number): void {
  let first = 0
  let last = numbers.length - 1
  while (first < last) {
    const split = partition(numbers, first, last)
    if (nth <= split) last = split
    else first = split + 1
  }
}

/** What is at most the number in the middle comes before what is at least that; answers where the first part ends. */
function partition(numbers: Float64Array, first: number, last: number): number {
  const middle = numbers[(first + last) >>> 1]!
  let up = first
  let down = last
  for (;;) {
    while (numbers[up]! < middle) up++
    while (numbers[down]! > middle) down--
    if (up >= down) return down
    const moved = numbers[up]!
    numbers[up++] = numbers[down]!
    numbers[down--] = moved
  }
}
