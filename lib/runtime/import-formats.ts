// To learn the format of a file, Node.js parses the package.json of its package, anew for each file. With the one of drizzle-orm,
// which is 180 kB, that is half of what a start takes. Loaded before all else, this says what it would find there.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    /^\.\.?\/.*\.js$/.test(specifier) && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
