// Makes the one-time link that opens the console of a local start, and stores the address of that start.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkLife, linkPath, writeLink } from '#src/platform/sign-in/links.ts'
import type { Credential, Issuer } from './credentials.ts'
import { isLocked, readOptional } from './home.ts'

export const linksFolderOf = (home: string): string => join(home, 'console-links')

const addressFile = (home: string) => join(home, 'console-url')

/** Stored for `npm run token -- --console` in another terminal, because the start may have chosen other ports. */
export const keepAddress = (home: string, pagesUrl: string): void =>
  writeFileSync(addressFile(home), pagesUrl)

/** The address of the running start with this folder; throws a sentence if there is none. */
export function readAddress(home: string): string {
  const address = readOptional(addressFile(home))
  if (address === undefined || !isLocked(home))
    throw new Error(
      `No start runs with its data in ${home}: a link opens one that runs. Set ATESTA_HOME as its terminal has it.`,
    )
  return address
}

type Start = { readonly home: string; readonly pagesUrl: string; readonly issuer: Issuer }

/** Resolves to a link that signs in once, within a quarter of an hour. */
export async function makeConsoleLink(
  { home, pagesUrl, issuer }: Start,
  credential: Credential,
): Promise<string> {
  const signed = await issuer.sign({ ...credential, expires: linkLife })
  return `${pagesUrl}${linkPath(await writeLink(linksFolderOf(home), signed))}`
}
