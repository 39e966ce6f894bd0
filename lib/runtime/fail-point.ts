// Named places at which a test makes this process die as if the power had failed: nothing after them runs, and nothing is
// cleaned up. Without the variable they do nothing.

let passes = 0

/** Kills this process when BERTH_FAIL_POINT names the point; with `F9:3` on the third pass. */
export function passFailPoint(point: string): void {
  const wanted = process.env['BERTH_FAIL_POINT']
  if (wanted === undefined) return
  const [name, count = '1'] = wanted.split(':')
  if (name !== point) return
  passes += 1
  if (passes === Number(count)) process.kill(process.pid, 'SIGKILL')
}
