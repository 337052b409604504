// postgres.js loses queries and ends processes when a connection closes at the wrong moment; tools/patch-postgres.mjs
// mends the installed package. An installation by npm alone leaves that out.
import postgres from 'postgres'

/** The name of all guards, as the tool writes it into the package. */
const expected = 'a518dff352d5'

/** What is wrong with the installed driver, in one sentence; undefined when it has its guards. */
export function describeMissingGuards(driver: object = postgres): string | undefined {
  if ('guards' in driver && driver.guards === expected) return undefined
  return 'The installed database driver (postgres) lacks the guards of this release: run `node tools/patch-postgres.mjs` after `npm ci`.'
}

export function assertGuards(): void {
  const missing = describeMissingGuards()
  if (missing !== undefined) throw new Error(missing)
}
