// Reads the settings of tenants from a file or a variable. An error names the position and what is expected there.
import { z } from 'zod'
import { TenantsConfig } from '#src/platform/tenants/settings.ts'
import { readJson } from './read-file.ts'

type Source = { readonly file?: string | undefined; readonly json?: string | undefined }

/** Without a source every tenant has the deployment’s settings. */
export function readTenantsConfig({ file, json }: Source): TenantsConfig {
  const where = file === undefined ? 'TENANTS' : 'TENANTS_FILE'
  const given = file === undefined && json === undefined ? {} : readJson(where, { file, json })
  const result = TenantsConfig.safeParse(given)
  if (!result.success) throw new Error(`${where}:\n${z.prettifyError(result.error)}`)
  return result.data
}
