/** Packages whose every `.js` file is an ES module, and of which each process loads many. */
export const ES_MODULE_PACKAGES = ['drizzle-orm', 'jose', 'oidc-provider', 'zod']
