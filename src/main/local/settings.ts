// The settings of the local start itself; all other variables are for the configuration of the processes.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { databaseUrl } from '#src/main/config/config.ts'

const port = z.coerce.number().int().min(0).max(65_535).optional()

const Settings = z.object({
  ATESTA_HOME: z.string().default('.atesta'),
  ATESTA_CACHE: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  METRICS_PORT: port,
  TEMPORAL_PORT: port,
  TEMPORAL_UI_PORT: port,
  DATABASE_PORT: port,
  DATABASE_URL: databaseUrl.optional(),
  /** The role that owns the tables, if DATABASE_URL names another. */
  DATABASE_OWNER_URL: databaseUrl.optional(),
  /** The role of retention. */
  DATABASE_RETENTION_URL: databaseUrl.optional(),
  /** The URL of the UI of an existing Temporal server. */
  TEMPORAL_UI_URL: z.url({ protocol: /^https?$/ }).optional(),
})

export type Settings = {
  /** The absolute folder of all data of this start. */
  readonly home: string
  /** The absolute folder that all clones share, for the Temporal binary. */
  readonly cache: string
  readonly host: string
  /** Undefined when the user asked for no port; 0 for any. */
  readonly ports: {
    readonly PORT: number | undefined
    readonly METRICS_PORT: number | undefined
    readonly TEMPORAL_PORT: number | undefined
    readonly TEMPORAL_UI_PORT: number | undefined
    readonly DATABASE_PORT: number | undefined
  }
  readonly databaseUrl: string | undefined
  readonly databaseOwnerUrl: string | undefined
  readonly databaseRetentionUrl: string | undefined
  readonly temporalUiUrl: string | undefined
  /** The environment without empty values. */
  readonly given: Readonly<Record<string, string>>
}

/** An error names the variable and what is expected, never its value. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = dropEmpty(environment)
  const parsed = Settings.safeParse(given)
  if (!parsed.success) throw new Error(`Configuration:\n${z.prettifyError(parsed.error)}`)
  const { ATESTA_HOME, ATESTA_CACHE, XDG_CACHE_HOME, HOST, ...rest } = parsed.data
  return {
    home: resolve(projectRoot, ATESTA_HOME),
    cache: resolve(ATESTA_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'atesta')),
    host: HOST,
    ports: {
      PORT: rest.PORT,
      METRICS_PORT: rest.METRICS_PORT,
      TEMPORAL_PORT: rest.TEMPORAL_PORT,
      TEMPORAL_UI_PORT: rest.TEMPORAL_UI_PORT,
      DATABASE_PORT: rest.DATABASE_PORT,
    },
    databaseUrl: rest.DATABASE_URL,
    databaseOwnerUrl: rest.DATABASE_OWNER_URL,
    databaseRetentionUrl: rest.DATABASE_RETENTION_URL,
    temporalUiUrl: rest.TEMPORAL_UI_URL,
    given,
  }
}

export const projectRoot = resolve(import.meta.dirname, '../../..')

function dropEmpty(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])))
}
