// Prints where names lead from here, and what the modules that they lead to give.
const found = process.argv.slice(2).map(async (name) => {
  const url = import.meta.resolve(name)
  return [name, url, Object.keys(await import(url)).toSorted()]
})
process.stdout.write(JSON.stringify(await Promise.all(found)))
