// The accepted token issuers: several from a file or a variable, or one by variables. An error names the position and
// what is expected there, never the value, which may be a secret.
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import {
  type IssuerConfig,
  IssuersConfig,
  type SingleIssuer,
  singleIssuer,
} from '#src/platform/http/auth/issuers.ts'
import { readYaml } from './read-file.ts'

type Source = SingleIssuer & {
  readonly ISSUERS_FILE?: string | undefined
  readonly ISSUERS?: string | undefined
}

/** Key files are relative to the folder of the configuration file. */
export function readIssuers(config: Source): IssuerConfig[] {
  const { ISSUERS_FILE: file, ISSUERS: text } = config
  if (file === undefined && text === undefined) return [singleIssuer(config)]
  const where = file === undefined ? 'ISSUERS' : 'ISSUERS_FILE'
  const result = IssuersConfig.safeParse(readYaml(where, file, text))
  if (!result.success) throw new Error(`${where}:\n${z.prettifyError(result.error)}`)
  const folder = file === undefined ? '.' : dirname(resolve(file))
  return result.data.issuers.map((issuer) =>
    issuer.jwksFile === undefined
      ? issuer
      : { ...issuer, jwksFile: resolve(folder, issuer.jwksFile) },
  )
}

/** Whether an installation sets no scopes, so that credentials get the implied ones; logged at the start. */
export const isImpliedUnsaid = (config: Source): boolean =>
  (config.ISSUERS_FILE ?? config.ISSUERS ?? config.JWT_SCOPES) === undefined
