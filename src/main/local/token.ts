// Prints one credential of the local start and nothing else: `npm run -s token -- --tenant acme --expires 1h`.
//
//   --tenant NAME                  whose data it is about; demo
//   --scope "SCOPE SCOPE"          what it may do; every scope
//   --mode sandbox|live            sandbox
//   --expires 30m|1h|7d            24h
//   --subject NAME                 a person: of two people each has one
//   --console                      a link instead, which signs in to the console once, within a quarter of an hour
//
// In a second terminal ATESTA_HOME has to be what it was in the first.
import { parseArgs } from 'node:util'
import { makeConsoleLink, readAddress } from './console-link.ts'
import { type Credential, localCredential, openIssuer } from './credentials.ts'
import { isScope, scopeNames } from '#src/platform/http/auth/scopes-schema.ts'
import { isLocked } from './home.ts'
import { note } from './note.ts'
import { readSettings } from './settings.ts'

const usage =
  'token [--tenant NAME] [--scope "SCOPE SCOPE"] [--mode sandbox|live] [--expires 30m|1h|7d] [--subject NAME] [--console]'

try {
  const { credential, isLink } = readArguments(process.argv.slice(2))
  const { home, given } = readSettings(process.env)
  const pagesUrl = isLink ? readAddress(home) : undefined
  if (!isLocked(home))
    note(
      `No start runs with its data in ${home}, and another refuses this token: set ATESTA_HOME as its terminal has it.`,
    )
  const issuer = await openIssuer(home, given)
  console.log(
    pagesUrl === undefined
      ? await issuer.sign(credential)
      : await makeConsoleLink({ home, pagesUrl, issuer }, credential),
  )
} catch (error) {
  note(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

type Arguments = { readonly credential: Credential; readonly isLink: boolean }

function readArguments(args: string[]): Arguments {
  const text = { type: 'string' } as const
  const { console: isLink = false, ...values } = parseWith(args, {
    tenant: text,
    scope: text,
    mode: text,
    expires: text,
    subject: text,
    console: { type: 'boolean' },
  })
  const asked = { ...localCredential, ...values }
  const { mode } = asked
  if (mode !== 'sandbox' && mode !== 'live') throw new Error(`--mode is sandbox or live.\n${usage}`)
  if (!/^\d+\s?(s|m|h|d|w|y)$/.test(asked.expires))
    throw new Error(`--expires is a number and s, m, h, d, w or y.\n${usage}`)
  const unknown = asked.scope.split(' ').find((one) => one !== '' && !isScope(one))
  if (unknown !== undefined)
    throw new Error(`--scope: there is no ${unknown}, but ${scopeNames.join(' ')}.\n${usage}`)
  if (asked.tenant === '') throw new Error(`--tenant needs a name.\n${usage}`)
  return { credential: { ...asked, mode }, isLink }
}

function parseWith<T extends Record<string, { type: 'string' | 'boolean' }>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options, strict: true }).values
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : ''}\n${usage}`, { cause: error })
  }
}
